#include "programs/live_table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/op.h"
#include "sys/clock.h"
#include "sys/file.h"

enum {
    WIDTH = 80, // unless the terminal says otherwise
    HEIGHT = 24,
    WIDTH_MIN = 20,
    WIDTH_MAX = 400,
    DEVICE_MAX = 20,
    STEP_COLUMNS = 8,
    TIME_COLUMNS = 8,
};

// Characters that take two columns: CJK, Hangul, full-width forms, emoji.
static const struct {
    uint32_t first, last;
} wide[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf}, {0xac00, 0xd7a3},
    {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60}, {0xffe0, 0xffe6},
    {0x1f300, 0x1faff}, {0x20000, 0x3fffd},
};

static size_t
columns_of(uint32_t cp)
{
    bool marks = (cp >= 0x300 && cp <= 0x36f) || cp == 0x200d ||
                 (cp >= 0xfe00 && cp <= 0xfe0f);
    if (marks)
        return 0;
    for (size_t i = 0; i < AT_LEN(wide); i++) {
        if (cp >= wide[i].first && cp <= wide[i].last)
            return 2;
    }
    return 1;
}

static size_t
columns_in(struct at_str text)
{
    size_t columns = 0;
    uint32_t cp;
    for (size_t n; (n = at_utf8_next(text, &cp)) > 0;
         text = at_str_skip(text, n))
        columns += columns_of(cp);
    return columns;
}

void
at_live_fit(struct at_str text, size_t columns, struct at_buf *out)
{
    bool cut = columns_in(text) > columns;
    size_t room = cut && columns > 0 ? columns - 1 : columns;
    size_t used = 0;
    uint32_t cp;
    for (size_t n; (n = at_utf8_next(text, &cp)) > 0;
         text = at_str_skip(text, n)) {
        if (used + columns_of(cp) > room)
            break;
        at_buf_add(out, text.ptr, n);
        used += columns_of(cp);
    }
    if (cut && columns > 0) {
        at_buf_add_text(out, "…");
        used++;
    }
    for (; used < columns; used++)
        at_buf_add_char(out, ' ');
}

// "0:07", "12:30", "1:02:03"
static void
write_clock(int64_t ns, struct at_buf *out)
{
    long long seconds = ns > 0 ? (long long)(ns / (1000 * AT_NS_PER_MS)) : 0;
    if (seconds >= 3600)
        at_buf_add_fmt(out, "%lld:%02lld:%02lld", seconds / 3600,
                       seconds / 60 % 60, seconds % 60);
    else
        at_buf_add_fmt(out, "%lld:%02lld", seconds / 60, seconds % 60);
}

static void
add_right(struct at_str text, size_t columns, struct at_buf *out)
{
    for (size_t used = columns_in(text); used < columns; used++)
        at_buf_add_char(out, ' ');
    at_buf_add_str(out, text);
}

static void
colour_on(const struct at_live_screen *screen, const char *code,
          struct at_buf *out)
{
    if (screen->colour)
        at_buf_add_fmt(out, "\x1b[%sm", code);
}

static void
draw_running(const struct at_live_case *of, const struct at_live_screen *screen,
             struct at_buf *out)
{
    struct at_buf step = AT_BUF_INIT(64), time = AT_BUF_INIT(64);
    size_t device =
        screen->width / 4 < DEVICE_MAX ? screen->width / 4 : DEVICE_MAX;
    size_t fixed = 2 + 1 + device + STEP_COLUMNS + TIME_COLUMNS;
    size_t name = screen->width > fixed + 4 ? screen->width - fixed : 4;
    if (of->step > 0)
        at_buf_add_fmt(&step, "%lld/%lld", (long long)of->step,
                       (long long)of->steps);
    write_clock(screen->now_ns - of->began_ns, &time);
    struct at_buf line = AT_BUF_INIT(AT_KIB * 4);
    at_buf_add_text(&line, "> ");
    at_live_fit(at_str(of->name), name, &line);
    at_buf_add_char(&line, ' ');
    at_live_fit(at_str(of->device), device, &line);
    add_right(at_buf_str(&step), STEP_COLUMNS, &line);
    add_right(at_buf_str(&time), TIME_COLUMNS, &line);
    at_live_fit(at_buf_str(&line), screen->width, out);
    at_buf_add_char(out, '\n');
    at_buf_deinit(&line);
    at_buf_deinit(&step);
    at_buf_deinit(&time);
}

static void
draw_waiting(const struct at_live_case *of, const struct at_live_screen *screen,
             struct at_buf *out)
{
    struct at_buf line = AT_BUF_INIT(AT_KIB * 4);
    at_buf_add_fmt(&line, "- %s", of->name);
    colour_on(screen, "2", out);
    at_live_fit(at_buf_str(&line), screen->width, out);
    colour_on(screen, "0", out);
    at_buf_add_char(out, '\n');
    at_buf_deinit(&line);
}

static void
draw_head(const struct at_live_table *table,
          const struct at_live_screen *screen, const size_t counts[3],
          struct at_buf *out)
{
    struct at_buf line = AT_BUF_INIT(AT_KIB);
    at_buf_add_fmt(&line, "%zu of %zu done", counts[AT_LIVE_DONE],
                   table->count);
    if (table->passed > 0)
        at_buf_add_fmt(&line, ", %zu passed", table->passed);
    if (table->failed > 0)
        at_buf_add_fmt(&line, ", %zu failed", table->failed);
    if (table->without > 0)
        at_buf_add_fmt(&line, ", %zu without a verdict", table->without);
    at_buf_add_fmt(&line, "; %zu running, %zu waiting; ",
                   counts[AT_LIVE_RUNNING], counts[AT_LIVE_WAITING]);
    write_clock(screen->now_ns - table->began_ns, &line);
    colour_on(screen, table->failed > 0 ? "1;31" : "1", out);
    at_live_fit(at_buf_str(&line), screen->width, out);
    colour_on(screen, "0", out);
    at_buf_add_char(out, '\n');
    at_buf_deinit(&line);
}

// Draw the cases in one state, as many as there is room for. Returns the number
// of lines.
static size_t
draw_cases(const struct at_live_table *table,
           const struct at_live_screen *screen, enum at_live_state state,
           size_t room, struct at_buf *out)
{
    size_t drawn = 0;
    for (size_t i = 0; i < table->count && drawn < room; i++) {
        if (table->cases[i].state != state)
            continue;
        if (state == AT_LIVE_RUNNING)
            draw_running(&table->cases[i], screen, out);
        else
            draw_waiting(&table->cases[i], screen, out);
        drawn++;
    }
    return drawn;
}

static void
draw_note(const char *note, const struct at_live_screen *screen,
          struct at_buf *out)
{
    at_live_fit(at_str(note), screen->width, out);
    at_buf_add_char(out, '\n');
}

void
at_live_draw(const struct at_live_table *table,
             const struct at_live_screen *screen, struct at_buf *out)
{
    size_t counts[3] = {0};
    size_t left = screen->height > 2 ? screen->height - 2 : 1;
    for (size_t i = 0; i < table->count; i++)
        counts[table->cases[i].state]++;
    draw_head(table, screen, counts, out);
    if (table->note[0]) {
        draw_note(table->note, screen, out);
        left -= left > 0;
    }
    left -= draw_cases(table, screen, AT_LIVE_RUNNING, left, out);
    size_t waiting = counts[AT_LIVE_WAITING];
    size_t room = left < 4 ? left : 4;
    size_t shown = waiting <= room || room == 0 ? room : room - 1;
    draw_cases(table, screen, AT_LIVE_WAITING, shown, out);
    if (waiting > shown && room > 0) {
        char more[64];
        struct at_buf text = AT_BUF_INIT(64);
        at_buf_add_fmt(&text, "  and %zu more", waiting - shown);
        at_str_cut(more, sizeof(more), at_buf_str(&text));
        draw_note(more, screen, out);
        at_buf_deinit(&text);
    }
}

bool
at_live_open(int fd, struct at_live_painter *out)
{
    const char *term = getenv("TERM");
    const char *no_colour = getenv("NO_COLOR");
    *out = (struct at_live_painter){fd, !(no_colour && no_colour[0]), 0};
    return isatty(fd) && term && term[0] && strcmp(term, "dumb") != 0;
}

static void
measure(int fd, struct at_live_screen *out)
{
    struct winsize size = {0};
    bool ok = ioctl(fd, TIOCGWINSZ, &size) == 0;
    out->width = ok && size.ws_col > 0 ? size.ws_col : WIDTH;
    out->height = ok && size.ws_row > 0 ? size.ws_row : HEIGHT;
    out->width--; // a full line would wrap on some terminals
    out->width = out->width < WIDTH_MIN   ? WIDTH_MIN
                 : out->width > WIDTH_MAX ? WIDTH_MAX
                                          : out->width;
}

// Go to the first line of the frame.
static void
go_back(const struct at_live_painter *painter, struct at_buf *out)
{
    at_buf_add_char(out, '\r');
    if (painter->lines > 0)
        at_buf_add_fmt(out, "\x1b[%zuA", painter->lines);
}

// Each line is cleared only behind its text, so nothing flickers.
void
at_live_paint(struct at_live_painter *painter,
              const struct at_live_table *table)
{
    struct at_live_screen screen = {.colour = painter->colour,
                                    .now_ns = at_now_ns()};
    struct at_buf frame = AT_BUF_INIT(AT_MIB);
    struct at_buf out = AT_BUF_INIT(2 * AT_MIB);
    struct at_str rest, line;
    measure(painter->fd, &screen);
    at_live_draw(table, &screen, &frame);
    go_back(painter, &out);
    rest = at_buf_str(&frame);
    for (painter->lines = 0; at_str_next(&rest, '\n', &line);
         painter->lines++) {
        at_buf_add_str(&out, line);
        at_buf_add_text(&out, "\x1b[K\n");
    }
    at_buf_add_text(&out, "\x1b[J");
    (void)!at_file_write_open(painter->fd, at_buf_str(&out), NULL);
    at_buf_deinit(&out);
    at_buf_deinit(&frame);
}

void
at_live_erase(struct at_live_painter *painter)
{
    struct at_buf out = AT_BUF_INIT(64);
    if (painter->lines == 0)
        return;
    go_back(painter, &out);
    at_buf_add_text(&out, "\x1b[J");
    (void)!at_file_write_open(painter->fd, at_buf_str(&out), NULL);
    painter->lines = 0;
    at_buf_deinit(&out);
}
