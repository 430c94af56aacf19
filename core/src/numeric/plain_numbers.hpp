#pragma once

#include <locale.h>
#include <clocale>
#include <string>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

namespace polarize {

/// While it lives, this thread reads and prints numbers with a point, whatever the host program's locale.
class PlainNumbers {
  public:
#if defined(_WIN32)
    PlainNumbers()
        : scope_(_configthreadlocale(_ENABLE_PER_THREAD_LOCALE)), before_(std::setlocale(LC_NUMERIC, nullptr)) {
        std::setlocale(LC_NUMERIC, "C");
    }
    ~PlainNumbers() {
        std::setlocale(LC_NUMERIC, before_.c_str());
        _configthreadlocale(scope_);
    }
#else
    PlainNumbers() : before_(uselocale(plain())) {}
    ~PlainNumbers() { uselocale(before_); }
#endif
    PlainNumbers(const PlainNumbers&) = delete;
    PlainNumbers& operator=(const PlainNumbers&) = delete;

  private:
#if defined(_WIN32)
    int scope_;  // whether a call of setlocale is for this thread alone
    std::string before_;
#else
    static locale_t plain() {
        static const locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
        return locale;
    }

    locale_t before_;
#endif
};

}  // namespace polarize
