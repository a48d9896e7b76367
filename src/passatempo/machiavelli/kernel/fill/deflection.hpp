// Tolls on the cards that each suit leaves to the sets of a rank, and the direction in which they go on.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "cards.hpp"

namespace passatempo::machiavelli {

template <int most>
using ByCards = std::array<std::array<std::array<std::int32_t, most + 1>, suits>, ranks>;  // [place][suit][cards left]

using Left = std::array<Row, ranks>;  // cards left to sets, by place and suit

// Along a direction whose parts have so great a sum of squares, so far that a bound moves by the distance, were it
// straight.
struct Stride {
    std::int64_t distance = 0, square = 0;

    std::int32_t by(std::int64_t part) const {  // to the nearest: most are small
        const std::int64_t twice = 2 * part * distance;
        return static_cast<std::int32_t>((twice + (twice > 0 ? square : -square)) / (2 * square));
    }
};

// The suits hinder one another only in the sets of a rank. So each suit is asked alone what it would leave to sets, and
// each rank alone what it would take; where they differ, a toll moves them together. Subgradients are deflected by
// those before (Camerini, Fratta and Maffioli 1975).
template <int most>
class Deflection {
public:
    static constexpr std::int32_t whole = 256, kept = 205;  // so much of a direction is kept for the next one

    void forget() { of_ = {}; }

    // These numbers of cards are to have lower tolls, and those higher ones.
    void turn(const Left& lower, const Left& higher) {
        for (int place = 0; place < ranks; ++place)
            for (int i = 0; i < suits; ++i) {
                auto& tolls = of_[place][i];
                for (std::int32_t& toll : tolls) toll = toll * kept / whole;
                tolls[lower[place][i]] -= whole;
                tolls[higher[place][i]] += whole;
            }
    }

    std::int64_t square() const {
        std::int64_t sum = 0;
        for (const auto& by_suit : of_)
            for (const auto& tolls : by_suit)
                for (const std::int64_t toll : tolls) sum += toll * toll;
        return sum;
    }

    void move(ByCards<most>& tolls, const Stride& stride, std::int32_t dearest) const {
        for (int place = 0; place < ranks; ++place)
            for (int i = 0; i < suits; ++i)
                for (int left = 0; left <= most; ++left) {
                    std::int32_t& toll = tolls[place][i][left];
                    toll = std::clamp(toll + stride.by(of_[place][i][left]), -dearest, dearest);
                }
    }

private:
    ByCards<most> of_{};
};

// How far steps aim beyond the best bound found: less far where some of them did not better it.
class Pace {
public:
    // At first so far; a bound is better by more than `little`, or it has not helped.
    Pace(std::int32_t widest, std::int32_t little) : width_(widest), little_(little) {}

    // Whether this bound, of which the greatest is the best, is the best so far.
    bool betters(std::int32_t bound) {
        if (bound > best_ + little_) idle_ = 0;
        const bool better = bound > best_;
        best_ = std::max(best_, bound);
        if (idle_++ >= patience) {
            width_ = width_ * 7 / 10;
            idle_ = 1;
        }
        return better;
    }

    std::int32_t best() const { return best_; }
    std::int32_t aim() const { return best_ + width_; }

private:
    static constexpr int patience = 3;  // steps without gain until they become shorter

    std::int32_t width_, little_, best_ = -(1 << 28);
    int idle_ = 0;
};

}  // namespace passatempo::machiavelli
