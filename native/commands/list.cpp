#include "commands/list.hpp"

#include <polarize/training.hpp>
#include "exit_code.hpp"
#include "formats/columns.hpp"
#include "formats/params_json.hpp"
#include "system/streams.hpp"

namespace polarize::native {
namespace {

std::string list_table() {
    Columns columns({Columns::Align::left, Columns::Align::left, Columns::Align::left});
    columns.add({"id", "title", "figure"});
    for (const Experiment* const experiment : every_experiment()) {
        columns.add({std::string(experiment->id), std::string(experiment->title), std::string(experiment->figure)});
    }
    return joined(columns.lines());
}

std::string list_json() {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Experiment* const experiment : every_experiment()) rows.push_back(experiment_json(*experiment));
    return rows.dump(2) + "\n";
}

}  // namespace

int list_experiments(bool as_json) {
    write_output(as_json ? list_json() : list_table());
    return exit_finished;
}

}  // namespace polarize::native
