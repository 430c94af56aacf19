#include "formats/table_parts.hpp"

#include <algorithm>
#include <cmath>

#include "formats/columns.hpp"
#include "formats/number.hpp"
#include "formats/parameter_text.hpp"

namespace polarize::native {

std::string show(double value) {
    constexpr int digits = 5;
    return short_number(value, digits);
}

std::string params_heading(const Params& params) {
    const Experiment& experiment = params.experiment();
    std::string text = wrapped(std::string(experiment.id) + ": " + std::string(experiment.title), page_width);
    std::vector<std::string> values;
    for (const Parameter& parameter : experiment.parameters)
        values.push_back(std::string(parameter.name) + "=" + value_text(parameter, params.real(parameter.name)));
    return text + filled(values, " ", page_width);
}

std::string bar(double value, double largest) {
    constexpr double width = 40;
    const double share = largest > 0 ? std::abs(value) / largest : 0;
    std::string text(static_cast<std::size_t>(std::lround(share * width)), '#');
    return text;
}

std::vector<std::size_t> spread_rows(std::size_t count, std::size_t most) {
    std::vector<std::size_t> rows(std::min(count, most));
    for (std::size_t row = 1; row < rows.size(); ++row) rows[row] = row * (count - 1) / (rows.size() - 1);
    return rows;
}

}  // namespace polarize::native
