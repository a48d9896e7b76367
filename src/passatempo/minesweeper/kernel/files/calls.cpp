// The question `read_file`: the format of a file, and its field and clicks or its fault. MBF is read here.
#include "files/game_replay.hpp"

namespace passatempo::minesweeper::files {

// The readers of the other formats. Each leaves a game, or a fault in the cursor.
void read_avf(ByteCursor& cursor, GameReplay& replay);
void read_evf(ByteCursor& cursor, GameReplay& replay);
void read_mvf(ByteCursor& cursor, GameReplay& replay);
void read_rawvf(ByteCursor& cursor, GameReplay& replay);
void read_rmv(ByteCursor& cursor, GameReplay& replay);

namespace {

void read_mbf(ByteCursor& cursor, GameReplay& replay) {
    const std::uint32_t columns = cursor.number(1), rows = cursor.number(1), mines = cursor.number(2);
    replay.set_size(cursor, rows, columns, 0);
    replay.read_mines(cursor, mines, {false, 0});
    const auto trailing = static_cast<std::int64_t>(cursor.left());
    if (trailing > 0) cursor.fail(FileFault::trailing, cursor.place(), {trailing});
}

// Twin: FORMATS in minesweeper/formats/replays.py
enum class FileFormat : std::uint8_t { any, avf, evf, mbf, mvf, rawvf, rmv };

constexpr std::size_t longest_name = 1000;

// With `is_exact` the file must end where its format does.
calls::ReadFileReply read_as(FileFormat file_format, std::span<const std::uint8_t> bytes, bool is_exact = false) {
    constexpr void (*readers[])(ByteCursor&, GameReplay&) = {nullptr,  read_avf,   read_evf, read_mbf,
                                                             read_mvf, read_rawvf, read_rmv};
    ByteCursor cursor(bytes);
    GameReplay replay;
    readers[static_cast<std::size_t>(file_format)](cursor, replay);
    if (replay.record.cells.empty() || (is_exact && cursor.left() > 0)) cursor.fail(FileFault::foreign, 0);
    calls::ReadFileReply record;
    if (cursor.is_valid()) record = std::move(replay.record);
    for (std::vector<std::uint8_t>* name : {&record.program, &record.player})
        name->resize(std::min(name->size(), longest_name));
    record.format = static_cast<std::uint8_t>(file_format);
    record.fault = static_cast<std::uint8_t>(cursor.fault());
    record.at = cursor.fault_place();
    record.values = cursor.fault_values();
    return record;
}

calls::ReadFileReply recognise(std::span<const std::uint8_t> bytes) {
    const std::string_view text = ByteCursor(bytes).rest();
    const auto has_line = [&](std::string_view start) {
        return text.starts_with(start.substr(1)) || text.find(start) != std::string_view::npos;
    };
    if (text.starts_with("*rmv")) return read_as(FileFormat::rmv, bytes);
    if (text.starts_with("\x11Minesweeper Clone")) return read_as(FileFormat::mvf, bytes);
    if (has_line("\nWidth:") && has_line("\nBoard:")) return read_as(FileFormat::rawvf, bytes);
    // A replay of Arbiter is known by the text in front of its events, even if these are cut.
    calls::ReadFileReply arbiter = read_as(FileFormat::avf, bytes);
    if (arbiter.fault == 0 || arbiter.fault == static_cast<std::uint8_t>(FileFault::events_cut)) return arbiter;
    for (const FileFormat file_format : {FileFormat::evf, FileFormat::mbf}) {
        calls::ReadFileReply record = read_as(file_format, bytes, true);
        if (record.fault == 0) return record;
    }
    calls::ReadFileReply foreign;
    foreign.fault = static_cast<std::uint8_t>(FileFault::foreign);
    foreign.at = 1;
    return foreign;
}

}  // namespace

}  // namespace passatempo::minesweeper::files

namespace passatempo::minesweeper::calls {

ReadFileReply read_file(const ReadFileRequest& request, Budget&) {
    return request.format == 0 ? files::recognise(request.bytes)
                               : files::read_as(static_cast<files::FileFormat>(request.format), request.bytes);
}

}  // namespace passatempo::minesweeper::calls
