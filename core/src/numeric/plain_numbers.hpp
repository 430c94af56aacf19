#pragma once

#include <locale.h>
#include <clocale>

namespace polarize {

/// While it lives, this thread reads and prints numbers with a point, whatever the host program's locale.
class PlainNumbers {
  public:
    PlainNumbers() : before_(uselocale(plain())) {}
    ~PlainNumbers() { uselocale(before_); }
    PlainNumbers(const PlainNumbers&) = delete;
    PlainNumbers& operator=(const PlainNumbers&) = delete;

  private:
    static locale_t plain() {
        static const locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
        return locale;
    }

    locale_t before_;
};

}  // namespace polarize
