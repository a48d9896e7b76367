// The single binding of an interface, from request bytes to reply bytes.
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

// The state of a caller, used by one call at a time, and its progress callback.
struct Caller {
    CallerState session_state;
    std::mutex call_mutex;
    nanobind::object callback;
};

// Answer a call with the caller's state, or without state if it is null.
inline void answer_question(const Question& question, Reader& in, Writer& out, Budget& budget, Caller* caller) {
    const GilRelease gil_release;
    if (caller == nullptr) return question.answer(in, out, budget);
    const std::scoped_lock call_lock(caller->call_mutex);
    struct CallerLease {
        explicit CallerLease(CallerState& caller_state) { CallerState::current = &caller_state; }
        ~CallerLease() { CallerState::current = nullptr; }
    } lease(caller->session_state);
    question.answer(in, out, budget);
}

inline std::tuple<int, nanobind::bytes> call_question(std::span<const Question> questions, std::string_view name,
                                                      BufferObject request, BufferObject cancel,
                                                      nanobind::object caller_capsule) {
    const auto question =
        std::find_if(questions.begin(), questions.end(), [&](auto& candidate) { return candidate.name == name; });
    if (question == questions.end()) throw std::invalid_argument("there is no such question");
    const Buffer bytes(request);
    Reader in({bytes.data(), bytes.size()});
    double seconds = 0;
    std::uint64_t nodes = 0;
    in.read(seconds);
    in.read(nodes);
    CallBudget spend(seconds, nodes, cancel);
    Writer out;
    answer_question(*question, in, out, spend.budget(),
                    caller_capsule.is_none()
                        ? nullptr
                        : static_cast<Caller*>(nanobind::cast<nanobind::capsule>(caller_capsule).data()));
    out.write(spend.node_count());
    return {spend.stop(), nanobind::bytes(out.bytes().data(), out.bytes().size())};
}

using Listener = nanobind::typed<nanobind::callable, nanobind::object(nanobind::typed<nanobind::list, double>)>;

// Bind `call`, which answers a call, and `keeper`, which creates the state of a caller between calls and receives its
// progress callback. `INTERFACE` is the digest of the file from which the calls were generated.
inline void bind_interface(nanobind::module_& m, std::span<const Question> questions, const char* digest) {
    m.attr("INTERFACE") = digest;
#ifdef NDEBUG
    nanobind::set_leak_warnings(false);  // a thread that ends with the program does not free its objects
#endif
    m.def(
        "call",
        [questions](std::string_view question, BufferObject request, BufferObject cancel,
                    nanobind::object caller_capsule) {
            return call_question(questions, question, request, cancel, caller_capsule);
        },
        nanobind::arg("question"), nanobind::arg("request"), nanobind::arg("cancel").none(),
        nanobind::arg("kept").none() = nanobind::none(),
        "Answer a question of interface.toml; `passatempo.core.interface` packs it.");
    m.def(
        "keeper",
        [](nanobind::typed<nanobind::object, Listener> progress_callback) -> nanobind::object {
            auto caller = std::make_unique<Caller>();
            caller->callback = progress_callback;
            if (!progress_callback.is_none())  // a handle, since kernels copy the function without the GIL
                caller->session_state.report_progress =
                    [progress_callback = nanobind::handle(progress_callback)](std::span<const double> numbers) {
                        const GilLock gil_lock;
                        nanobind::list progress_numbers;
                        for (const double current : numbers) progress_numbers.append(current);
                        // The function may release the GIL for a while.
                        with_lock([&] { progress_callback(progress_numbers); });
                    };
            nanobind::capsule caller_capsule(caller.get(), [](void* current) noexcept {
                std::default_delete<Caller>()(static_cast<Caller*>(current));
            });
            caller.release();  // Python deletes it
            return caller_capsule;
        },
        nanobind::arg("tell").none(),
        "Make what a caller keeps from question to question; `tell` hears how far one is.");
}

}  // namespace passatempo
