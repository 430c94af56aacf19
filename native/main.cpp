#include <exception>
#include <new>
#include <variant>

#include <polarize/error.hpp>
#include "arguments.hpp"
#include "commands/ensemble.hpp"
#include "commands/info.hpp"
#include "commands/list.hpp"
#include "commands/map.hpp"
#include "commands/run.hpp"
#include "commands/show_version.hpp"
#include "commands/verify.hpp"
#include "exit_code.hpp"
#include "instruction_set.hpp"
#include "system/interrupt.hpp"
#include "system/streams.hpp"

namespace polarize::native {
namespace {

/// Does what the arguments ask for; returns the exit code.
struct Dispatch {
    int operator()(const ListRequest& request) const { return list_experiments(request.as_json); }
    int operator()(const InfoRequest& request) const { return show_experiment(request.id, request.as_json); }
    int operator()(const RunRequest& request) const { return run_experiment(request); }
    int operator()(const VerifyRequest& request) const { return verify_claims(request); }
    int operator()(const EnsembleRequest& request) const { return run_ensemble(request); }
    int operator()(const MapRequest& request) const { return run_map(request); }
    int operator()(const VersionRequest& request) const { return show_version(request.as_json); }
    int operator()(const TextRequest& request) const {
        write_output(request.text);
        return exit_finished;
    }
};

/// Every failure becomes an exit code and one line on standard error.
int run_program(int argc, const char* const* argv) {
    try {
        const Request request = parse_arguments(argc, argv);
        use_requested_isa();
        return std::visit(Dispatch{}, request);
    } catch (const Error& error) {
        report_failure(error.what());
        return exit_bad_input;
    } catch (const std::bad_alloc&) {
        report_failure("memory: there is not enough for this");
        return exit_failed;
    } catch (const std::exception& error) {
        report_failure(error.what());
        return exit_failed;
    }
}

}  // namespace
}  // namespace polarize::native

int main(int argc, char** argv) {
    polarize::native::catch_stop_signals();
    polarize::native::prepare_streams();
    return polarize::native::run_program(argc, argv);
}
