// The memory that this process uses.
#pragma once

#include <cstdint>

#if defined(__linux__)
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#elif defined(__APPLE__)
#include <mach/mach.h>
#elif defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>  // before psapi.h, which needs its types

#include <psapi.h>
#undef far  // macros of windows.h
#undef near
#undef pascal
#endif

namespace passatempo {

// The resident bytes of this process, or 0 if the system does not report them. Memory is then not limited.
inline std::uint64_t resident_memory() {
#if defined(__linux__)
    const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    char text[128] = {};
    const ::ssize_t size = ::read(file, text, sizeof text - 1);
    ::close(file);
    if (size <= 0) return 0;
    char* rest = nullptr;
    std::strtoull(text, &rest, 10);  // all pages; the resident ones come next
    return std::strtoull(rest, nullptr, 10) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
#elif defined(__APPLE__)
    mach_task_basic_info memory_info{};
    mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
    const kern_return_t info_status =
        task_info(mach_task_self(), MACH_TASK_BASIC_INFO, reinterpret_cast<task_info_t>(&memory_info), &count);
    return info_status == KERN_SUCCESS ? memory_info.resident_size : 0;
#elif defined(_WIN32)
    PROCESS_MEMORY_COUNTERS memory_info{};
    return ::GetProcessMemoryInfo(::GetCurrentProcess(), &memory_info, sizeof memory_info) ? memory_info.WorkingSetSize
                                                                                           : 0;
#else
    return 0;
#endif
}

}  // namespace passatempo
