// An allocator of huge pages for large arrays, if the system has them. Random accesses then cause fewer TLB misses.
// Faulting in small pages one by one would take longer than sorting the data on them.
#pragma once

#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#elif defined(_WIN32)
#include <malloc.h>
#endif

namespace passatempo {

template <class T>
struct HugePageAllocator {
    using value_type = T;
    HugePageAllocator() = default;
    template <class U>
    HugePageAllocator(const HugePageAllocator<U>&) {}

    static constexpr std::size_t huge_page_size = std::size_t{1} << 21;

    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < 2 * huge_page_size) return static_cast<T*>(::operator new(bytes));
#ifdef _WIN32
        void* const memory = ::_aligned_malloc(bytes, huge_page_size);
#else
        void* const memory =
            std::aligned_alloc(huge_page_size, (bytes + huge_page_size - 1) / huge_page_size * huge_page_size);
#endif
#if defined(__cpp_exceptions)
        if (memory == nullptr) throw std::bad_alloc();
#else
        if (memory == nullptr) __builtin_trap();  // as `operator new` does in a browser
#endif
#ifdef __linux__
        madvise(memory, bytes, MADV_HUGEPAGE);  // only a hint, which the system may ignore
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) {
        if (count * sizeof(T) < 2 * huge_page_size) return ::operator delete(memory);
#ifdef _WIN32
        ::_aligned_free(memory);
#else
        std::free(memory);
#endif
    }
    template <class U>
    bool operator==(const HugePageAllocator<U>&) const {
        return true;
    }
};

}  // namespace passatempo
