// The one binding of an interface: bytes in, bytes out.
#pragma once

#include "interface.hpp"
#include "python.hpp"

#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string_view>

namespace passatempo {

inline nanobind::tuple call(std::span<const Question> questions, std::string_view name, nanobind::object request,
                            nanobind::object cancel) {
    const auto asked = std::find_if(questions.begin(), questions.end(), [&](auto& one) { return one.name == name; });
    if (asked == questions.end()) throw std::invalid_argument("there is no such question");
    const Buffer bytes(request);
    Reader in({bytes.data(), bytes.size()});
    double seconds = 0;
    std::uint64_t nodes = 0;
    in.read(seconds);
    in.read(nodes);
    Spend spend(seconds, nodes, cancel);
    Writer out;
    {
        nanobind::gil_scoped_release unlocked;
        asked->answer(in, out, spend.budget());
    }
    out.write(spend.spent());
    return nanobind::make_tuple(spend.stop(), nanobind::bytes(out.bytes().data(), out.bytes().size()));
}

// `call` asks, `INTERFACE` is the digest of the file that the questions were generated from.
inline void bind_interface(nanobind::module_& m, std::span<const Question> questions, const char* digest) {
    m.attr("INTERFACE") = digest;
    m.def(
        "call",
        [questions](std::string_view question, nanobind::object request, nanobind::object cancel) {
            return call(questions, question, request, cancel);
        },
        nanobind::arg("question"), nanobind::arg("request"), nanobind::arg("cancel").none());
}

}  // namespace passatempo
