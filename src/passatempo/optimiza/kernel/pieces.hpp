// A list that grows without being copied.
#pragma once

#include <bit>
#include <cstddef>
#include <vector>

namespace passatempo::optimiza {

// In pieces, each twice as long as the one before: to copy a hundred megabytes takes 0.1 s, more than a search may go
// on after its time is over.
template <class T>
class Pieces {
public:
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return begin_of(pieces_.size()); }

    T& operator[](std::size_t k) { return at(*this, k); }
    const T& operator[](std::size_t k) const { return at(*this, k); }

    void push_back(const T& item) {
        if (size_ == capacity()) pieces_.emplace_back().reserve(shortest << pieces_.size());
        pieces_[piece_of(size_++)].push_back(item);
    }

    // Forget all items but the first of them; the pieces stay.
    void shrink(std::size_t size) {
        for (std::size_t piece = 0; piece < pieces_.size(); ++piece)
            if (const std::size_t begin = begin_of(piece); begin + pieces_[piece].size() > size)
                pieces_[piece].resize(size > begin ? size - begin : 0);
        size_ = size;
    }

private:
    static constexpr std::size_t shortest = 64;

    static std::size_t begin_of(std::size_t piece) { return (shortest << piece) - shortest; }
    static std::size_t piece_of(std::size_t k) { return std::bit_width(k / shortest + 1) - 1; }

    template <class Self>
    static auto& at(Self& self, std::size_t k) {
        const std::size_t piece = piece_of(k);
        return self.pieces_[piece][k - begin_of(piece)];
    }

    std::vector<std::vector<T>> pieces_;
    std::size_t size_ = 0;
};

}  // namespace passatempo::optimiza
