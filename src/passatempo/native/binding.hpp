// The one binding of an interface: bytes in, bytes out.
#pragma once

#include "interface.hpp"
#include "python.hpp"

#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string_view>

namespace passatempo {

// What a caller keeps, for one question at a time, and what it hears by.
struct Caller {
    Kept kept;
    std::mutex busy;
    nanobind::object hears;
};

// Answer, with what the caller keeps; null: nothing.
inline void answer(const Question& asked, Reader& in, Writer& out, Budget& budget, Caller* caller) {
    const Unlocked unlocked;
    if (caller == nullptr) return asked.answer(in, out, budget);
    const std::scoped_lock alone(caller->busy);
    struct Use {
        explicit Use(Kept& kept) { Kept::now = &kept; }
        ~Use() { Kept::now = nullptr; }
    } use(caller->kept);
    asked.answer(in, out, budget);
}

inline std::tuple<int, nanobind::bytes> call(std::span<const Question> questions, std::string_view name,
                                             BufferObject request, BufferObject cancel, nanobind::object kept) {
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
    answer(*asked, in, out, spend.budget(),
           kept.is_none() ? nullptr : static_cast<Caller*>(nanobind::cast<nanobind::capsule>(kept).data()));
    out.write(spend.spent());
    return {spend.stop(), nanobind::bytes(out.bytes().data(), out.bytes().size())};
}

using Listener = nanobind::typed<nanobind::callable, nanobind::object(nanobind::typed<nanobind::list, double>)>;

// `call` asks, `keeper` makes what a caller may keep from question to question, whom long ones tell how they get on;
// `INTERFACE` is the digest of the file that the questions were generated from.
inline void bind_interface(nanobind::module_& m, std::span<const Question> questions, const char* digest) {
    m.attr("INTERFACE") = digest;
#ifdef NDEBUG
    nanobind::set_leak_warnings(false);  // a thread that ends with the program keeps its objects
#endif
    m.def(
        "call",
        [questions](std::string_view question, BufferObject request, BufferObject cancel, nanobind::object kept) {
            return call(questions, question, request, cancel, kept);
        },
        nanobind::arg("question"), nanobind::arg("request"), nanobind::arg("cancel").none(),
        nanobind::arg("kept").none() = nanobind::none(),
        "Answer a question of interface.toml; `passatempo.core.interface` packs it.");
    m.def(
        "keeper",
        [](nanobind::typed<nanobind::object, Listener> tell) -> nanobind::object {
            auto caller = std::make_unique<Caller>();
            caller->hears = tell;
            if (!tell.is_none())  // a handle: kernels copy the function without the interpreter's lock
                caller->kept.tell = [tell = nanobind::handle(tell)](std::span<const double> numbers) {
                    const Locked locked;
                    nanobind::list told;
                    for (const double one : numbers) told.append(one);
                    with_lock([&] { tell(told); });  // the function may give the lock away for a while
                };
            nanobind::capsule kept(
                caller.get(), [](void* one) noexcept { std::default_delete<Caller>()(static_cast<Caller*>(one)); });
            caller.release();  // Python deletes it
            return kept;
        },
        nanobind::arg("tell").none(),
        "Make what a caller keeps from question to question; `tell` hears how far one is.");
}

}  // namespace passatempo
