// Requests and replies of an interface: numbers little-endian without padding, lists behind their length.
// Twin: core/interface.py
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "budget.hpp"
#include "refuse.hpp"

// What a kernel keeps between calls, for each thread; the module of a browser has one, and no way to end it.
#if defined(__wasm__)
#define PASSATEMPO_THREAD static
#else
#define PASSATEMPO_THREAD thread_local
#endif

namespace passatempo {

template <class Number>
concept Plain = std::is_arithmetic_v<Number>;

// The least and the greatest value of a number, or length of a list.
template <class Number>
struct Between {
    Number least, most;
};

class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    template <Plain Number>
    void read(Number& number) {
        if (bytes_.size() < sizeof number) refuse("the request is cut short");
        std::memcpy(&number, bytes_.data(), sizeof number);
        bytes_ = bytes_.subspan(sizeof number);
    }
    void read(bool& said) {
        std::uint8_t byte = 0;
        read(byte);
        if (byte > 1) refuse("a yes or no is neither");
        said = byte == 1;
    }
    template <Plain Number>
    void read(Number& number, Between<Number> range, const char* fault) {
        read(number);
        if (!(range.least <= number && number <= range.most)) refuse(fault);
    }

    // Read a list; `item` reads one of its things.
    template <class Item, class Read>
    void list(std::vector<Item>& items, Between<std::uint32_t> lengths, const char* fault, Read item) {
        std::uint32_t length = 0;
        read(length);
        if (!(lengths.least <= length && length <= lengths.most)) refuse(fault);
        if (length > bytes_.size()) refuse("the request is cut short");  // a thing takes a byte at least
        items.resize(length);
        for (Item& one : items) item(one);
    }

    void end() const {
        if (!bytes_.empty()) refuse("the request is too long");
    }

private:
    std::span<const std::uint8_t> bytes_;
};

class Writer {
public:
    template <Plain Number>
    void write(Number number) {
        const std::size_t at = bytes_.size();
        bytes_.resize(at + sizeof number);
        std::memcpy(bytes_.data() + at, &number, sizeof number);
    }
    void write(bool said) { write(std::uint8_t{said}); }

    template <class Item, class Write>
    void list(const std::vector<Item>& items, Write item) {
        write(static_cast<std::uint32_t>(items.size()));
        for (const Item& one : items) item(one);
    }

    void clear() { bytes_.clear(); }
    std::span<const std::uint8_t> bytes() const { return bytes_; }

private:
    std::vector<std::uint8_t> bytes_;
};

// A question and the function that answers it, from the request behind its limits to the reply before what it spent.
struct Question {
    const char* name;
    void (*answer)(Reader&, Writer&, Budget&);
};

}  // namespace passatempo
