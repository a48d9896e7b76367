// What the bindings of all kernels share: a buffer held while a kernel reads it, and what one call may spend.
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // nanobind's own headers
#include <nanobind/nanobind.h>
#pragma GCC diagnostic pop

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "budget.hpp"

namespace passatempo {

// A contiguous buffer, held while the kernel reads it. `flags` as for PyObject_GetBuffer.
class Buffer {
public:
    explicit Buffer(nanobind::handle object, int flags = PyBUF_SIMPLE) {
        if (PyObject_GetBuffer(object.ptr(), &view_, flags) != 0) throw nanobind::python_error();
    }
    ~Buffer() { PyBuffer_Release(&view_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    const Py_buffer& view() const { return view_; }
    const std::uint8_t* data() const { return static_cast<const std::uint8_t*>(view_.buf); }
    std::size_t size() const { return static_cast<std::size_t>(view_.len); }

private:
    Py_buffer view_{};
};

// What one call may spend, with the caller's cancel flag kept alive.
class Spend {
public:
    Spend(double seconds, std::uint64_t nodes, nanobind::handle cancel) {
        if (!cancel.is_none()) flag_.emplace(cancel);
        if (flag_ && flag_->size() < 1) throw nanobind::value_error("cancel: a buffer of at least one byte is needed");
        budget_.emplace(seconds, nodes, flag_ ? flag_->data() : nullptr, memory());
    }
    Budget& budget() { return *budget_; }
    int stop() const { return static_cast<int>(budget_->stop()); }
    std::uint64_t spent() const { return budget_->spent(); }

private:
    // A longer buffer is a control block (`passatempo.core.limits.CONTROL_SIZE`): the megabytes stand behind the flag.
    std::uint64_t memory() const {
        std::uint64_t megabytes = 0;
        if (flag_ && flag_->size() >= 16) std::memcpy(&megabytes, flag_->data() + 8, sizeof megabytes);
        return megabytes << 20;
    }

    std::optional<Buffer> flag_;
    std::optional<Budget> budget_;
};

}  // namespace passatempo
