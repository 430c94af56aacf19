#include "formats/csv.hpp"

#include "formats/number.hpp"

namespace polarize::native {
namespace {

std::string header_line(const History& history) {
    std::string line = "step";
    for (const Series& series : history.series) {
        for (std::size_t column = 0; column < series.width; ++column) {
            line.append(",").append(series.name);
            if (series.width > 1) line.append("_").append(std::to_string(column));
        }
    }
    return line + "\n";
}

}  // namespace

std::string csv_text(const History& history) {
    std::string text = header_line(history);
    for (std::size_t sample = 0; sample < history.samples(); ++sample) {
        text += std::to_string(history.steps[sample]);
        for (const Series& series : history.series) {
            for (std::size_t column = 0; column < series.width; ++column) {
                text.append(",").append(exact_number(series.values[sample * series.width + column]));
            }
        }
        text += "\n";
    }
    return text;
}

}  // namespace polarize::native
