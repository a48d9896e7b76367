// Shared by the bindings of all kernels: buffers held while a kernel reads them, and the budget of a call.
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // nanobind's own headers
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#pragma GCC diagnostic pop

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <thread>
#include <tuple>

#include "budget.hpp"

namespace passatempo {

// Run code that may wait for the GIL. If the interpreter ends meanwhile, Python up to 3.13 unwinds the stack of the
// waiting thread. The first `noexcept` frame, such as a destructor, then ends the program. So the thread sleeps here
// until the program ends, as in Python 3.14 (python/cpython#87135).
template <class Act>
void with_lock(Act act) {
    try {
        act();
    } catch (const std::exception&) {
        throw;
    } catch (...) {  // neither Python nor a kernel throws this, so it is the unwinding
        for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
}

// Releases the GIL until the end of the block, instead of `nanobind::gil_scoped_release`.
class GilRelease {
public:
    GilRelease() : thread_state_(PyEval_SaveThread()) {}
    ~GilRelease() {
        with_lock([&] { PyEval_RestoreThread(thread_state_); });
    }
    GilRelease(const GilRelease&) = delete;
    GilRelease& operator=(const GilRelease&) = delete;

private:
    PyThreadState* thread_state_;
};

// Holds the GIL until the end of the block, instead of `nanobind::gil_scoped_acquire`.
class GilLock {
public:
    GilLock() {
        with_lock([&] { gil_state_ = PyGILState_Ensure(); });
    }
    ~GilLock() { PyGILState_Release(gil_state_); }
    GilLock(const GilLock&) = delete;
    GilLock& operator=(const GilLock&) = delete;

private:
    PyGILState_STATE gil_state_{};
};

// A contiguous buffer, held while the kernel reads it. `flags` are those of PyObject_GetBuffer.
class Buffer {
public:
    explicit Buffer(nanobind::handle buffer_owner, int flags = PyBUF_SIMPLE) {
        if (PyObject_GetBuffer(buffer_owner.ptr(), &buffer_view_, flags) != 0) throw nanobind::python_error();
    }
    ~Buffer() { PyBuffer_Release(&buffer_view_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    const Py_buffer& view() const { return buffer_view_; }
    const std::uint8_t* data() const { return static_cast<const std::uint8_t*>(buffer_view_.buf); }
    std::size_t size() const { return static_cast<std::size_t>(buffer_view_.len); }

private:
    Py_buffer buffer_view_{};
};

// An object with a contiguous buffer, which stubs call `Buffer`.
class BufferObject : public nanobind::object {
public:
    using object::object;
    static constexpr auto Name = nanobind::detail::const_name("typing_extensions.Buffer");
};

// A tuple of any number of items of one type.
template <class Item>
using TupleOf = nanobind::typed<nanobind::tuple, Item, nanobind::ellipsis>;

// The result of a function with limits: why it stopped (an index of `passatempo.core.outcome.STOPS`), its nodes and its
// values.
template <class... Result>
using Answer = std::tuple<int, std::uint64_t, Result...>;

// Fill a slot of a new tuple that no other code can see yet.
inline void fill_tuple(nanobind::tuple& tuple, std::size_t place, nanobind::object member) {
#ifdef Py_LIMITED_API
    PyTuple_SetItem(tuple.ptr(), place, member.release().ptr());
#else
    PyTuple_SET_ITEM(tuple.ptr(), place, member.release().ptr());
#endif
}

// The items of a sequence: those of a list itself if Python gives access to them, or of a copy under its stable ABI.
class SequenceItems {
public:
    // Throws TypeError with the sentence if the object is not a sequence.
    SequenceItems(nanobind::handle sequence, const char* sentence) {
#ifdef Py_LIMITED_API
        if (!PySequence_Check(sequence.ptr())) throw nanobind::type_error(sentence);
        list_ = nanobind::borrow(sequence);
        sequence_ = nanobind::steal(PySequence_Tuple(sequence.ptr()));
#else
        sequence_ = nanobind::steal(PySequence_Fast(sequence.ptr(), sentence));
#endif
        if (!sequence_.is_valid()) throw nanobind::python_error();
        refresh_items();
    }

    // The current length, which an item's own code may have changed. Call `refresh_items` after such code.
#ifdef Py_LIMITED_API
    void refresh_items() {}
    std::size_t size() const { return PySequence_Size(list_.ptr()); }
    PyObject* operator[](std::size_t i) const { return PyTuple_GetItem(sequence_.ptr(), i); }
#else
    void refresh_items() { items_ = PySequence_Fast_ITEMS(sequence_.ptr()); }
    std::size_t size() const { return PySequence_Fast_GET_SIZE(sequence_.ptr()); }
    PyObject* operator[](std::size_t i) const { return items_[i]; }
#endif

private:
    nanobind::object sequence_;
#ifdef Py_LIMITED_API
    nanobind::object list_;
#else
    PyObject** items_ = nullptr;
#endif
};

// The budget of one call, which also keeps the caller's cancel flag alive.
class CallBudget {
public:
    CallBudget(double seconds, std::uint64_t nodes, nanobind::handle cancel) {
        if (!cancel.is_none()) cancel_flag_.emplace(cancel);
        if (cancel_flag_ && cancel_flag_->size() < 1)
            throw nanobind::value_error("cancel: a buffer of at least one byte is needed");
        budget_.emplace(seconds, nodes, cancel_flag_ ? cancel_flag_->data() : nullptr, memory_limit());
    }
    Budget& budget() { return *budget_; }
    // Search without the GIL. If memory runs out, the budget stops.
    template <class Act>
    void run_search(Act act) {
        const GilRelease gil_release;
        within_memory(*budget_, [&] { act(*budget_); });
    }
    int stop() const { return static_cast<int>(budget_->stop()); }
    std::uint64_t node_count() const { return budget_->node_count(); }

private:
    // A longer buffer is a control block (`passatempo.core.limits.CONTROL_SIZE`), with the megabytes after the flag.
    std::uint64_t memory_limit() const {
        std::uint64_t megabytes = 0;
        if (cancel_flag_ && cancel_flag_->size() >= 16)
            std::memcpy(&megabytes, cancel_flag_->data() + 8, sizeof megabytes);
        return megabytes << 20;
    }

    std::optional<Buffer> cancel_flag_;
    std::optional<Budget> budget_;
};

}  // namespace passatempo
