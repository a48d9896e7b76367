// What a long search tells now and then of how it is getting on, and what it keeps in a file for a later run.
//
// The file: the head that the caller gives (whole lines that say what is being searched), then entries, counts, a sum.
// It is written beside its place and moved there in one step: whenever the process ends, the file is whole.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>
#if !defined(__wasm__)
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>
#endif

#include "proof/table.hpp"

namespace passatempo::mnk::proof {

struct Standing {
    std::uint64_t nodes = 0, probes = 0;
    std::uint32_t proof = 0, disproof = 0;  // of the root last searched; both 0: no such search was begun
    std::uint64_t bytes = 0;                // of the table
    double full = 0;                        // the part in use of the table as large as it may become
};

// Somebody who is told.
class Watch {
public:
    using Tell = std::function<void(const Standing&)>;

    explicit Watch(Tell tell) : tell_(std::move(tell)) {}

    // Tell how it stands if it is time; `standing` makes what is told.
    template <class Make>
    void look(Make standing) {
        if (!tell_ || (++calls_ & (stride - 1)) != 0) return;
        const Clock::time_point now = Clock::now();
        if (now - told_ < interval) return;
        told_ = now;
        tell_(standing());
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds interval{200};
    static constexpr std::uint64_t stride = 16;  // the clock costs about 30 ns, a node often no more than 500

    Tell tell_;
    std::uint64_t calls_ = 0;
    Clock::time_point told_ = Clock::now();
};

#if defined(__wasm__)
// A browser's module has no files.
class Checkpoint {
public:
    enum class Found : int { nothing = 0, taken = 1, damaged = 2 };

    bool due() { return false; }
    template <int W>
    bool save(const Table<W>&, const Standing&) {
        return false;
    }
    template <int W>
    Found load(Table<W>&, Budget&) {
        return Found::nothing;
    }
};
#else
class Checkpoint {
public:
    enum class Found : int { nothing = 0, taken = 1, damaged = 2 };

    // `file`: empty for none. `head`: what the file must begin with. `seconds`: between two writings at least.
    Checkpoint(std::string file, std::string head, double seconds)
        : file_(std::move(file)), head_(std::move(head)), seconds_(seconds) {}

    bool wanted() const { return !file_.empty(); }

    // Whether it is time to write; the time between two writings is twenty times what one takes.
    bool due() {
        if (file_.empty() || (++calls_ & (stride - 1)) != 0) return false;
        return std::chrono::duration<double>(Clock::now() - written_).count() >= std::max(seconds_, 20 * took_);
    }

    // Nodes and probes of the runs before.
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t probes() const { return probes_; }

    // False where the file could not be written: the old one is still there.
    template <int W>
    bool save(const Table<W>& table, const Standing& at) {
        const Clock::time_point begun = Clock::now();
        const std::string beside = file_ + ".part";
        bool good = false;
        {
            std::ofstream out(beside, std::ios::binary | std::ios::trunc);
            out.write(head_.data(), head_.size());
            std::uint64_t sum = 0, count = 0;
            std::vector<Entry<W>> piece;
            const auto flush = [&] {
                put(out, piece.data(), piece.size() * sizeof(Entry<W>), sum);
                count += piece.size();
                piece.clear();
            };
            table.each([&](const Entry<W>& entry) {
                piece.push_back(entry);
                if (piece.size() == batch) flush();
            });
            flush();
            const Tail tail{sizeof(Entry<W>), count, nodes_ + at.nodes, probes_ + at.probes};
            put(out, &tail, sizeof tail, sum);
            std::uint64_t last = 0;
            const std::uint64_t whole_sum = sum;
            put(out, &whole_sum, sizeof whole_sum, last);
            out.flush();
            good = out.good();
        }
        std::error_code error;
        if (good) std::filesystem::rename(beside, file_, error);
        else std::filesystem::remove(beside, error);
        written_ = Clock::now();
        took_ = std::chrono::duration<double>(written_ - begun).count();
        return good && !error;
    }

    // Put what a file knows into a table. Nothing of a damaged file is used: its sum is looked at first.
    template <int W>
    Found load(Table<W>& table, Budget& budget) {
        if (file_.empty() || !std::filesystem::exists(file_)) return Found::nothing;
        for (const bool taking : {false, true})
            if (!pass<W>(table, taking, budget)) return Found::damaged;
        return Found::taken;
    }

private:
    using Clock = std::chrono::steady_clock;
    struct Tail {
        std::uint64_t entry = 0, count = 0;  // bytes of an entry, entries
        std::uint64_t nodes = 0, probes = 0;
    };
    static constexpr std::uint64_t stride = 256;
    static constexpr std::size_t batch = 4096;  // entries

    static void add(const char* data, std::size_t bytes, std::uint64_t& sum) {
        for (std::size_t at = 0; at < bytes; at += sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, data + at, sizeof word);
            sum = mix(sum ^ word);
        }
    }

    static void put(std::ofstream& out, const void* data, std::size_t bytes, std::uint64_t& sum) {
        const char* from = static_cast<const char*>(data);
        out.write(from, bytes);
        add(from, bytes, sum);
    }

    static bool get(std::ifstream& in, void* data, std::size_t bytes, std::uint64_t& sum) {
        char* to = static_cast<char*>(data);
        in.read(to, bytes);
        if (!in.good()) return false;
        add(to, bytes, sum);
        return true;
    }

    // Read the file once; `taking`: and use it.
    template <int W>
    bool pass(Table<W>& table, bool taking, Budget& budget) {
        std::ifstream in(file_, std::ios::binary);
        const std::uint64_t size = std::filesystem::file_size(file_), around = head_.size() + sizeof(Tail) + 8;
        if (size < around || (size - around) % sizeof(Entry<W>) != 0) return false;
        const std::uint64_t count = (size - around) / sizeof(Entry<W>);
        std::string head(head_.size(), ' ');
        in.read(head.data(), head.size());
        if (!in.good() || head != head_) return false;
        std::uint64_t sum = 0, told = 0;
        std::vector<Entry<W>> piece;
        for (std::uint64_t left = count; left != 0; left -= piece.size()) {
            piece.resize(std::min<std::uint64_t>(left, batch));
            if (!get(in, piece.data(), piece.size() * sizeof(Entry<W>), sum)) return false;
            if (taking)
                for (const Entry<W>& entry : piece) table.store(entry, budget);
        }
        Tail tail;
        if (!get(in, &tail, sizeof tail, sum) || tail.entry != sizeof(Entry<W>) || tail.count != count) return false;
        std::uint64_t last = 0;
        if (!get(in, &told, sizeof told, last)) return false;
        nodes_ = tail.nodes;
        probes_ = tail.probes;
        return told == sum;
    }

    std::string file_, head_;
    double seconds_, took_ = 0;
    std::uint64_t calls_ = 0, nodes_ = 0, probes_ = 0;
    Clock::time_point written_ = Clock::now();
};
#endif

}  // namespace passatempo::mnk::proof
