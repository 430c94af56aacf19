#include "commands/shared.hpp"

#include "commands/conditions.hpp"
#include "experiments/catalogue.hpp"
#include "system/atomic_file.hpp"
#include "system/streams.hpp"

namespace polarize::native {

Params params_of(const std::string& id, const std::vector<std::pair<std::string, std::string>>& values) {
    Params params(find_experiment(id));
    for (const auto& [name, text] : values) params.set(name, text);
    for (const auto& [name, text] : values) check_effect(params, name, text);
    return params;
}

void write_result(std::string_view bytes, const std::optional<std::filesystem::path>& target) {
    if (!target) {
        write_output(bytes);
        return;
    }
    AtomicFile file(*target, "--out");
    file.write(bytes);
    file.commit();
    report(target->string());
}

}  // namespace polarize::native
