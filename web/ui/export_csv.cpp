#include "export_csv.hpp"

#include <polarize/text.hpp>
namespace polarize::ui {

std::string csv_text(const History& history) {
    std::string text = "step";
    for (const Series& series : history.series) {
        for (std::size_t i = 0; i < series.width; ++i) {
            text += "," + series.name;
            if (series.width > 1) text += "_" + std::to_string(i + 1);
        }
    }
    text += '\n';
    for (std::size_t sample = 0; sample < history.samples(); ++sample) {
        text += std::to_string(history.steps[sample]);
        for (const Series& series : history.series) {
            for (std::size_t i = 0; i < series.width; ++i) {
                text += ',' + number_text(series.values[sample * series.width + i]);
            }
        }
        text += '\n';
    }
    return text;
}

}  // namespace polarize::ui
