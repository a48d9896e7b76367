// Progress reports of a long search, and its checkpoint file for a later run.
//
// The file has the caller's header (whole lines that name the search), then entries, counts and a checksum. It is
// written beside its place and renamed in one step, so that it is complete whenever the process ends.
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

struct SearchProgress {
    std::uint64_t node_count = 0, probe_count = 0;
    std::uint32_t root_proof = 0, root_disproof = 0;  // of the last root; both 0 if no such search has begun
    std::uint64_t table_bytes = 0;
    double fill_share = 0;  // share of the table in use, relative to its maximum size
};

// Reports progress to a callback.
class ProgressWatch {
public:
    using Tell = std::function<void(const SearchProgress&)>;

    explicit ProgressWatch(Tell report_callback) : callback_(std::move(report_callback)) {}

    // Report the progress if it is time. The function `make_report` makes the report.
    template <class Make>
    void report_progress(Make make_report) {
        if (!callback_ || (++call_count_ & (stride - 1)) != 0) return;
        const Clock::time_point clock_time = Clock::now();
        if (clock_time - last_report_ < interval) return;
        last_report_ = clock_time;
        callback_(make_report());
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds interval{200};
    static constexpr std::uint64_t stride = 16;  // the clock costs about 30 ns, and a node often only 500 ns

    Tell callback_;
    std::uint64_t call_count_ = 0;
    Clock::time_point last_report_ = Clock::now();
};

#if defined(__wasm__)
// A browser's module has no files.
class Checkpoint {
public:
    enum class LoadResult : int { nothing = 0, taken = 1, damaged = 2 };

    bool is_due() { return false; }
    template <int W>
    bool save_table(const ProofTable<W>&, const SearchProgress&) {
        return false;
    }
    template <int W>
    LoadResult load_table(ProofTable<W>&, Budget&) {
        return LoadResult::nothing;
    }
};
#else
class Checkpoint {
public:
    enum class LoadResult : int { nothing = 0, taken = 1, damaged = 2 };

    // An empty `path` is no file. A file must begin with `header`. `save_interval` is the least time between two saves.
    Checkpoint(std::string path, std::string header, double save_interval)
        : path_(std::move(path)), header_(std::move(header)), save_interval_(save_interval) {}

    bool has_file() const { return !path_.empty(); }

    // Whether it is time to save. The time between two saves is at least twenty times the duration of one.
    bool is_due() {
        if (path_.empty() || (++call_count_ & (stride - 1)) != 0) return false;
        return std::chrono::duration<double>(Clock::now() - last_save_).count() >=
               std::max(save_interval_, 20 * save_seconds_);
    }

    // Nodes and probes of earlier runs.
    std::uint64_t nodes() const { return earlier_nodes_; }
    std::uint64_t probes() const { return earlier_probes_; }

    // Return false if the file cannot be written. The old file is then still there.
    template <int W>
    bool save_table(const ProofTable<W>& table, const SearchProgress& progress) {
        const Clock::time_point clock_start = Clock::now();
        const std::string part_file = path_ + ".part";
        bool good = false;
        {
            std::ofstream out(part_file, std::ios::binary | std::ios::trunc);
            out.write(header_.data(), header_.size());
            std::uint64_t sum = 0, count = 0;
            std::vector<ProofEntry<W>> piece;
            const auto flush = [&] {
                write_bytes(out, piece.data(), piece.size() * sizeof(ProofEntry<W>), sum);
                count += piece.size();
                piece.clear();
            };
            table.for_each([&](const ProofEntry<W>& proof_entry) {
                piece.push_back(proof_entry);
                if (piece.size() == batch_size) flush();
            });
            flush();
            const FileTail tail{sizeof(ProofEntry<W>), count, earlier_nodes_ + progress.node_count,
                                earlier_probes_ + progress.probe_count};
            write_bytes(out, &tail, sizeof tail, sum);
            std::uint64_t last = 0;
            const std::uint64_t final_sum = sum;
            write_bytes(out, &final_sum, sizeof final_sum, last);
            out.flush();
            good = out.good();
        }
        std::error_code error;
        if (good) std::filesystem::rename(part_file, path_, error);
        else std::filesystem::remove(part_file, error);
        last_save_ = Clock::now();
        save_seconds_ = std::chrono::duration<double>(last_save_ - clock_start).count();
        return good && !error;
    }

    // Load the entries of a file into a table. Its checksum is verified first, so that a damaged file is not used.
    template <int W>
    LoadResult load_table(ProofTable<W>& table, Budget& budget) {
        if (path_.empty() || !std::filesystem::exists(path_)) return LoadResult::nothing;
        for (const bool taking : {false, true})
            if (!read_file<W>(table, taking, budget)) return LoadResult::damaged;
        return LoadResult::taken;
    }

private:
    using Clock = std::chrono::steady_clock;
    struct FileTail {
        std::uint64_t entry_size = 0, entry_count = 0;  // bytes of an entry, number of entries
        std::uint64_t nodes = 0, probes = 0;
    };
    static constexpr std::uint64_t stride = 256;
    static constexpr std::size_t batch_size = 4096;  // entries

    static void add_checksum(const char* byte_buffer, std::size_t bytes, std::uint64_t& sum) {
        for (std::size_t at = 0; at < bytes; at += sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, byte_buffer + at, sizeof word);
            sum = hash_word(sum ^ word);
        }
    }

    static void write_bytes(std::ofstream& out, const void* byte_buffer, std::size_t bytes, std::uint64_t& sum) {
        const char* from = static_cast<const char*>(byte_buffer);
        out.write(from, bytes);
        add_checksum(from, bytes, sum);
    }

    static bool read_bytes(std::ifstream& in, void* byte_buffer, std::size_t bytes, std::uint64_t& sum) {
        char* to = static_cast<char*>(byte_buffer);
        in.read(to, bytes);
        if (!in.good()) return false;
        add_checksum(to, bytes, sum);
        return true;
    }

    // Read the file once. With `taking`, also use its entries.
    template <int W>
    bool read_file(ProofTable<W>& table, bool taking, Budget& budget) {
        std::ifstream in(path_, std::ios::binary);
        const std::uint64_t size = std::filesystem::file_size(path_),
                            frame_size = header_.size() + sizeof(FileTail) + 8;
        if (size < frame_size || (size - frame_size) % sizeof(ProofEntry<W>) != 0) return false;
        const std::uint64_t count = (size - frame_size) / sizeof(ProofEntry<W>);
        std::string head(header_.size(), ' ');
        in.read(head.data(), head.size());
        if (!in.good() || head != header_) return false;
        std::uint64_t sum = 0, file_sum = 0;
        std::vector<ProofEntry<W>> piece;
        for (std::uint64_t left = count; left != 0; left -= piece.size()) {
            piece.resize(std::min<std::uint64_t>(left, batch_size));
            if (!read_bytes(in, piece.data(), piece.size() * sizeof(ProofEntry<W>), sum)) return false;
            if (taking)
                for (const ProofEntry<W>& proof_entry : piece) table.store_entry(proof_entry, budget);
        }
        FileTail tail;
        if (!read_bytes(in, &tail, sizeof tail, sum) || tail.entry_size != sizeof(ProofEntry<W>) ||
            tail.entry_count != count)
            return false;
        std::uint64_t last = 0;
        if (!read_bytes(in, &file_sum, sizeof file_sum, last)) return false;
        earlier_nodes_ = tail.nodes;
        earlier_probes_ = tail.probes;
        return file_sum == sum;
    }

    std::string path_, header_;
    double save_interval_, save_seconds_ = 0;
    std::uint64_t call_count_ = 0, earlier_nodes_ = 0, earlier_probes_ = 0;
    Clock::time_point last_save_ = Clock::now();
};
#endif

}  // namespace passatempo::mnk::proof
