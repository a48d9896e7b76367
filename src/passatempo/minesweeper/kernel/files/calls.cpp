// The question `read_file`: the format of a file or a text, and what it holds or its fault. MBF is read here.
#include "files/text_reader.hpp"

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

// Twin: FORMATS in minesweeper/text.py
enum class FileFormat : std::uint8_t {
    any,
    avf,
    evf,
    mbf,
    mvf,
    rawvf,
    rmv,
    text,
    mine,
    list,
    emoji,
    link,
    game_id,
    save
};

constexpr std::size_t longest_name = 1000;

calls::ReadFileReply finish(FileFormat file_format, const ByteCursor& cursor, GameReplay& replay) {
    calls::ReadFileReply record;
    if (cursor.is_valid()) record = std::move(replay.record);
    for (std::vector<std::uint8_t>* name : {&record.program, &record.player})
        name->resize(std::min(name->size(), longest_name));
    if (!record.clicks.empty() && record.first < 0) record.first = record.clicks[0].opens[0];
    record.format = static_cast<std::uint8_t>(file_format);
    record.fault = static_cast<std::uint8_t>(cursor.fault());
    record.at = cursor.fault_place();
    record.values = cursor.fault_values();
    return record;
}

// With `is_exact` the file must end where its format does.
calls::ReadFileReply read_as(FileFormat file_format, std::span<const std::uint8_t> bytes, bool is_exact = false) {
    constexpr void (*readers[])(ByteCursor&, GameReplay&) = {nullptr,  read_avf,   read_evf, read_mbf,
                                                             read_mvf, read_rawvf, read_rmv};
    ByteCursor cursor(bytes);
    GameReplay replay;
    readers[static_cast<std::size_t>(file_format)](cursor, replay);
    if (replay.record.cells.empty() || (is_exact && cursor.left() > 0)) cursor.fail(FileFault::foreign, 0);
    replay.record.kind = static_cast<std::uint8_t>(ReplyKind::field);
    return finish(file_format, cursor, replay);
}

bool has_line(std::string_view text, std::string_view start) {
    return text.starts_with(start.substr(1)) || text.find(start) != std::string_view::npos;
}

bool is_rawvf(std::string_view text) { return has_line(text, "\nWidth:") && has_line(text, "\nBoard:"); }

// Recognises the format of a text: the first that fits decides.
calls::ReadFileReply read_text(const calls::ReadFileRequest& request, Budget& budget) {
    ByteCursor cursor(request.bytes);
    GameReplay replay;
    TextReader reader(request, budget, cursor, replay);
    const std::string_view text = cursor.rest();
    const bool is_ours = static_cast<Reading>(request.reading) == Reading::ours;
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    const std::pair<FileFormat, bool> formats[] = {
        {FileFormat::text, is_ours},
        {FileFormat::save, text.starts_with("SAVEFILE:")},
        {FileFormat::rawvf, is_rawvf(text)},
        {FileFormat::link, reader.is_link()},
        {FileFormat::game_id, reader.is_game_id()},
        {FileFormat::mine, reader.is_mine_file()},
        {FileFormat::list, start < text.size() && text[start] == '['},
        {FileFormat::emoji, reader.has_emoji()},
        {FileFormat::text, true},
    };
    const FileFormat file_format = std::ranges::find(formats, true, &std::pair<FileFormat, bool>::second)->first;
    const FileFormat field_formats[] = {FileFormat::save, FileFormat::rawvf, FileFormat::link, FileFormat::game_id};
    const bool is_field = std::ranges::find(field_formats, file_format) != std::end(field_formats);
    if (is_field && !reader.accept(set_of(Reading::field))) return finish(file_format, cursor, replay);
    switch (file_format) {
        case FileFormat::save: reader.read_saved_game(); break;
        case FileFormat::rawvf: return read_as(file_format, request.bytes);
        case FileFormat::link: reader.read_link(); break;
        case FileFormat::game_id: reader.read_game_id(); break;
        case FileFormat::mine: reader.read_mine_file(); break;
        case FileFormat::list: reader.read_list(); break;
        case FileFormat::emoji: reader.read_emoji(); break;
        default: reader.read_grid();
    }
    return finish(file_format, cursor, replay);
}

// Recognises the format of a file.
calls::ReadFileReply recognise(const calls::ReadFileRequest& request, Budget& budget) {
    const std::span<const std::uint8_t> bytes = request.bytes;
    const std::string_view text = ByteCursor(bytes).rest();
    if (text.starts_with("*rmv")) return read_as(FileFormat::rmv, bytes);
    if (text.starts_with("\x11Minesweeper Clone")) return read_as(FileFormat::mvf, bytes);
    if (text.starts_with("SAVEFILE:")) return read_text(request, budget);
    if (is_rawvf(text)) return read_as(FileFormat::rawvf, bytes);
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

ReadFileReply read_file(const ReadFileRequest& request, Budget& budget) {
    const auto file_format = static_cast<files::FileFormat>(request.format);
    if (file_format == files::FileFormat::any) return files::recognise(request, budget);
    return file_format < files::FileFormat::text ? files::read_as(file_format, request.bytes)
                                                 : files::read_text(request, budget);
}

}  // namespace passatempo::minesweeper::calls
