// Requests and replies of an interface: little-endian numbers without padding, and lists after their length.
// Twin: core/interface.py
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "budget.hpp"
#include "refuse.hpp"

// Storage that lasts between calls, per thread. A browser module has one thread and no way to end it.
#if defined(__wasm__)
#define PASSATEMPO_THREAD static
#define PASSATEMPO_KEPT
#else
#define PASSATEMPO_THREAD thread_local
#define PASSATEMPO_KEPT thread_local
#endif

namespace passatempo {

template <class Number>
concept Plain = std::is_arithmetic_v<Number>;

// The least and the greatest value of a number or length of a list.
template <class Number>
struct NumberRange {
    Number minimum, maximum;
};

class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) : request_bytes_(bytes) {}

    template <Plain Number>
    void read(Number& number) {
        if (request_bytes_.size() < sizeof number) refuse("the request is cut short");
        std::memcpy(&number, request_bytes_.data(), sizeof number);
        request_bytes_ = request_bytes_.subspan(sizeof number);
    }
    void read(bool& flag) {
        std::uint8_t byte = 0;
        read(byte);
        if (byte > 1) refuse("a yes or no is neither");
        flag = byte == 1;
    }
    template <Plain Number>
    void read(Number& number, NumberRange<Number> range, const char* fault) {
        read(number);
        if (!(range.minimum <= number && number <= range.maximum)) refuse(fault);
    }

    // Read a list; `read_item` reads one item.
    template <class Item, class Read>
    void list(std::vector<Item>& sequence, NumberRange<std::uint32_t> lengths, const char* fault, Read read_item) {
        sequence.resize(read_length(lengths, fault, 1));  // an item takes at least one byte
        for (Item& slot : sequence) read_item(slot);
    }
    template <Plain Number>
    void list(std::vector<Number>& sequence, NumberRange<std::uint32_t> lengths, const char* fault) {
        sequence.resize(read_length(lengths, fault, sizeof(Number)));
        if (sequence.empty()) return;
        std::memcpy(sequence.data(), request_bytes_.data(), sequence.size() * sizeof(Number));
        request_bytes_ = request_bytes_.subspan(sequence.size() * sizeof(Number));
    }

    void end() const {
        if (!request_bytes_.empty()) refuse("the request is too long");
    }

private:
    std::uint32_t read_length(NumberRange<std::uint32_t> lengths, const char* fault, std::size_t bytes) {
        std::uint32_t list_length = 0;
        read(list_length);
        if (!(lengths.minimum <= list_length && list_length <= lengths.maximum)) refuse(fault);
        if (list_length > request_bytes_.size() / bytes) refuse("the request is cut short");
        return list_length;
    }

    std::span<const std::uint8_t> request_bytes_;
};

class Writer {
public:
    template <Plain Number>
    void write(Number number) {
        const std::size_t at = reply_bytes_.size();
        reply_bytes_.resize(at + sizeof number);
        std::memcpy(reply_bytes_.data() + at, &number, sizeof number);
    }
    void write(bool flag) { write(std::uint8_t{flag}); }

    template <class Item, class Write>
    void list(const std::vector<Item>& sequence, Write write_item) {
        write(static_cast<std::uint32_t>(sequence.size()));
        for (const Item& member : sequence) write_item(member);
    }

    void clear() { reply_bytes_.clear(); }
    std::span<const std::uint8_t> bytes() const { return reply_bytes_; }

private:
    std::vector<std::uint8_t> reply_bytes_;
};

// State that calls leave for later calls, stored per caller if one is given, otherwise per thread.
class CallerState {
public:
    inline static PASSATEMPO_KEPT CallerState* current = nullptr;  // the caller whose call is being answered
    // Receives the progress of a long search in numbers; may be empty.
    std::function<void(std::span<const double>)> report_progress;

    template <class Thing>
    static Thing& get() {
        PASSATEMPO_THREAD Thing mine;
        static const char type = 0;
        if (current == nullptr) return mine;
        if (current->state_type_ != &type) current->state_ = std::make_shared<Thing>();
        current->state_type_ = &type;
        return *static_cast<Thing*>(current->state_.get());
    }

private:
    std::shared_ptr<void> state_;
    const void* state_type_ = nullptr;
};

// A call and the function that answers it. The function reads the request after its limits, and writes the reply
// without the nodes spent.
struct Question {
    const char* name;
    void (*answer)(Reader&, Writer&, Budget&);
};

}  // namespace passatempo
