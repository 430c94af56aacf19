#include "formats/map_npz.hpp"

#include "arrays/npy.hpp"
#include "arrays/npz.hpp"
#include "formats/map_json.hpp"

namespace polarize::native {
std::string map_npz(const MapRecord& record) {
    const PhaseMapResult& result = record.result;
    const std::vector<std::size_t> shape{result.y.count, result.x.count};
    const std::vector<std::byte> bytes =
        format_npz({{"x", format_npy(Array{{result.x.count}, axis_values(result.x)})},
                    {"y", format_npy(Array{{result.y.count}, axis_values(result.y)})},
                    {"z", format_npy(Array{shape, result.z})},
                    {"computed", format_npy(Array{shape, {result.computed.begin(), result.computed.end()}})},
                    {"x_name", format_npy(std::string_view(result.x.name))},
                    {"y_name", format_npy(std::string_view(result.y.name))},
                    {"measure", format_npy(record.measure())},
                    {"summary", format_npy(std::string_view(map_summary_json(record).dump()))}});
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace polarize::native
