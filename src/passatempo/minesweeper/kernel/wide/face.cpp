#include "wide/face.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>

#include "wide/reasons.hpp"
#include "wide/wide.hpp"

namespace passatempo::minesweeper::wide {

namespace nb = nanobind;

namespace {

using Numbers = std::vector<std::int32_t>;

// Checks what Python hands over: every scope inside the cells, each cell once.
Network network_of(std::int32_t cells, const std::vector<Numbers>& scopes, const Numbers& needs, std::int64_t fewest,
                   std::int64_t most) {
    if (cells < 0 || scopes.size() != needs.size()) throw nb::value_error("scopes and needs do not fit together");
    Network network;
    network.cells = cells;
    for (std::size_t k = 0; k < scopes.size(); ++k) {
        Numbers sorted = scopes[k];
        std::sort(sorted.begin(), sorted.end());
        const bool twice = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
        if (twice || (!sorted.empty() && (sorted.front() < 0 || sorted.back() >= cells)))
            throw nb::value_error("a scope has a cell twice or one out of range");
        network.add(scopes[k], needs[k]);
    }
    network.fewest = fewest;
    network.most = most;
    return network;
}

class PythonReasons {
public:
    PythonReasons(std::int32_t cells, const std::vector<Numbers>& scopes, const Numbers& needs, std::int64_t fewest,
                  std::int64_t most)
        : network_(network_of(cells, scopes, needs, fewest, most)), reasons_(network_) {}

    nb::tuple against(std::int32_t cell, bool mine, const Numbers& among, bool counted, double seconds,
                      std::uint64_t nodes, nb::handle cancel) {
        if (cell < 0 || cell >= network_.cells) throw nb::value_error("no such cell");
        check(among);
        Spend spend(seconds, nodes, cancel);
        std::optional<Numbers> found;
        {
            const nb::gil_scoped_release release;
            found = reasons_.against(cell, mine, among, counted, spend.budget());
        }
        return nb::make_tuple(spend.stop(), spend.spent(), found);
    }

    nb::tuple conflict(const Numbers& among, bool counted, double seconds, std::uint64_t nodes, nb::handle cancel) {
        check(among);
        Spend spend(seconds, nodes, cancel);
        std::optional<Numbers> found;
        {
            const nb::gil_scoped_release release;
            found = reasons_.conflict(among, counted, spend.budget());
        }
        return nb::make_tuple(spend.stop(), spend.spent(), found);
    }

private:
    void check(const Numbers& among) const {
        for (const std::int32_t number : among)
            if (number < 0 || number >= network_.numbers()) throw nb::value_error("no such number");
    }

    Network network_;
    Reasons reasons_;
};

nb::tuple resolve_numbers(std::int32_t cells, const std::vector<Numbers>& scopes, const Numbers& needs,
                          std::int64_t fewest, std::int64_t most, double seconds, std::uint64_t nodes,
                          nb::handle cancel) {
    const Network network = network_of(cells, scopes, needs, fewest, most);
    Spend spend(seconds, nodes, cancel);
    Resolution found;
    {
        const nb::gil_scoped_release release;
        found = resolve(network, spend.budget());
    }
    const nb::bytes fates(found.fates.data(), found.fates.size());
    const nb::bytes layout(found.layout.data(), found.layout.size());
    return nb::make_tuple(spend.stop(), spend.spent(), static_cast<int>(found.consistent), fates, layout);
}

}  // namespace

void bind(nb::module_& module) {
    module.def("resolve", &resolve_numbers, nb::arg("cells"), nb::arg("scopes"), nb::arg("needs"), nb::arg("fewest"),
               nb::arg("most"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none());
    nb::class_<PythonReasons>(module, "Reasons")
        .def(nb::init<std::int32_t, const std::vector<Numbers>&, const Numbers&, std::int64_t, std::int64_t>(),
             nb::arg("cells"), nb::arg("scopes"), nb::arg("needs"), nb::arg("fewest"), nb::arg("most"))
        .def("against", &PythonReasons::against, nb::arg("cell"), nb::arg("mine"), nb::arg("among"), nb::arg("counted"),
             nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none())
        .def("conflict", &PythonReasons::conflict, nb::arg("among"), nb::arg("counted"), nb::arg("seconds"),
             nb::arg("nodes"), nb::arg("cancel").none());
}

}  // namespace passatempo::minesweeper::wide
