// Requests and replies of an interface: numbers little-endian without padding, lists behind their length.
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

// What a kernel keeps between calls, for each thread; the module of a browser has one, and no way to end it.
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
        items.resize(length(lengths, fault, 1));  // a thing takes a byte at least
        for (Item& one : items) item(one);
    }
    template <Plain Number>
    void list(std::vector<Number>& items, Between<std::uint32_t> lengths, const char* fault) {
        items.resize(length(lengths, fault, sizeof(Number)));
        if (items.empty()) return;
        std::memcpy(items.data(), bytes_.data(), items.size() * sizeof(Number));
        bytes_ = bytes_.subspan(items.size() * sizeof(Number));
    }

    void end() const {
        if (!bytes_.empty()) refuse("the request is too long");
    }

private:
    std::uint32_t length(Between<std::uint32_t> lengths, const char* fault, std::size_t bytes) {
        std::uint32_t found = 0;
        read(found);
        if (!(lengths.least <= found && found <= lengths.most)) refuse(fault);
        if (found > bytes_.size() / bytes) refuse("the request is cut short");
        return found;
    }

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

// What questions leave for those that follow: of a caller who hands this over, else of the thread.
class Kept {
public:
    inline static PASSATEMPO_KEPT Kept* now = nullptr;  // whose question is answered
    std::function<void(std::span<const double>)> tell;  // how a long search is getting on, in numbers; or nothing

    template <class Thing>
    static Thing& get() {
        PASSATEMPO_THREAD Thing mine;
        static const char type = 0;
        if (now == nullptr) return mine;
        if (now->type_ != &type) now->thing_ = std::make_shared<Thing>();
        now->type_ = &type;
        return *static_cast<Thing*>(now->thing_.get());
    }

private:
    std::shared_ptr<void> thing_;
    const void* type_ = nullptr;
};

// A question and the function that answers it, from the request behind its limits to the reply before what it spent.
struct Question {
    const char* name;
    void (*answer)(Reader&, Writer&, Budget&);
};

}  // namespace passatempo
