// Natural numbers of any size, as far as counting needs them: addition, and hexadecimal digits for Python.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace passatempo {

class Natural {
public:
    Natural() = default;
    explicit Natural(std::uint64_t small) : low_(small) {}

    bool is_zero() const { return low_ == 0 && high_.empty(); }

    Natural& operator+=(const Natural& other) {
        const std::uint64_t old = low_;
        low_ += other.low_;
        std::uint64_t carry = low_ < old ? 1 : 0;
        for (std::size_t k = 0; k < std::max(high_.size(), other.high_.size()) || carry != 0; ++k) {
            if (k == high_.size()) high_.push_back(0);
            const std::uint64_t added = k < other.high_.size() ? other.high_[k] : 0;
            const std::uint64_t sum = high_[k] + added;
            const std::uint64_t all = sum + carry;
            carry = (sum < added || all < sum) ? 1 : 0;
            high_[k] = all;
        }
        return *this;
    }

    std::string hexadecimal() const {
        static constexpr char digits[] = "0123456789abcdef";
        std::string text;
        for (std::size_t k = high_.size() + 1; k-- > 0;)
            for (int shift = 60; shift >= 0; shift -= 4) text += digits[(k == 0 ? low_ : high_[k - 1]) >> shift & 15];
        return text;
    }

private:
    std::uint64_t low_ = 0;  // most counts fit, and then nothing is allocated
    std::vector<std::uint64_t> high_;
};

}  // namespace passatempo
