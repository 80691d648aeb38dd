// learn_text.c: what fields show, in screens as text and in dumps; what the
// lines of a log say was typed
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/limits.h"
#include "bugreport/learn.h"
#include "wire/json.h"

static void
learn_quoted(struct at_str text, struct at_bugreport_known *known)
{
    size_t end = 1;
    while (end < text.len && text.ptr[end] != '"')
        end += text.ptr[end] == '\\' ? 2 : 1;
    bool closes = end < text.len;
    struct at_str inside = at_str_skip(at_str_head(text, end), 1);
    // Cut at the end of a long text: as it is.
    json_t *read = closes ? at_json_parse(at_str_head(text, end + 1), NULL)
                          : at_json_text(inside);
    at_bugreport_known_add(known, AT_BUGREPORT_TYPED, at_json_str(read));
    json_decref(read);
}

// `input value="demo@example.com" hint="E-mail" @e2`, also several in a line.
static void
learn_screen_line(struct at_str line, struct at_bugreport_known *known)
{
    static const char value[] = " value=\"";
    bool is_field = at_str_has(line, AT_STR("input "));
    ptrdiff_t at;
    while (is_field && (at = at_str_find(line, AT_STR(value))) >= 0) {
        line = at_str_skip(line, (size_t)at + sizeof(value) - 2);
        learn_quoted(line, known);
        line = at_str_skip(line, 1);
    }
}

// "Input text demo@example.com... COMPLETED" is Maestro's sentence.
static void
learn_flow_line(struct at_str line, struct at_bugreport_known *known)
{
    static const struct at_str ends[] = {
        AT_STR_ROW(" RUNNING"), AT_STR_ROW(" COMPLETED"),
        AT_STR_ROW(" FAILED"),  AT_STR_ROW(" WARNED"),
        AT_STR_ROW(" SKIPPED"), AT_STR_ROW(" PENDING"),
        AT_STR_ROW("..."),
    };
    struct at_str begin = AT_STR("Input text ");
    ptrdiff_t at = at_str_find(line, begin);
    if (at < 0)
        return;
    struct at_str text = at_str_skip(line, (size_t)at + begin.len);
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        if (at_str_ends(text, ends[i]))
            text = at_str_head(text, text.len - ends[i].len);
    }
    at_bugreport_known_add(known, AT_BUGREPORT_TYPED, text);
}

// The value of an attribute, as it is written.
static struct at_str
attribute(struct at_str tag, const char *name)
{
    ptrdiff_t at = at_str_find(tag, at_str(name));
    struct at_str value =
        at < 0 ? AT_STR("") : at_str_skip(tag, (size_t)at + strlen(name));
    ptrdiff_t end = at_str_find(value, AT_STR("\""));
    return end < 0 ? value : at_str_head(value, (size_t)end);
}

// Append the text of an attribute.
static void
unescape(struct at_str text, struct at_buf *out)
{
    static const struct {
        struct at_str escape;
        char is;
    } rows[] = {
        {AT_STR_ROW("&quot;"), '"'}, {AT_STR_ROW("&apos;"), '\''},
        {AT_STR_ROW("&#39;"), '\''}, {AT_STR_ROW("&lt;"), '<'},
        {AT_STR_ROW("&gt;"), '>'},   {AT_STR_ROW("&#10;"), '\n'},
        {AT_STR_ROW("&amp;"), '&'},
    };
    while (text.len > 0) {
        size_t i = 0;
        while (i < AT_LEN(rows) && !at_str_starts(text, rows[i].escape))
            i++;
        bool found = i < AT_LEN(rows);
        at_buf_add_char(out, found ? rows[i].is : text.ptr[0]);
        text = at_str_skip(text, found ? rows[i].escape.len : 1);
    }
}

static void
learn_node(struct at_str tag, struct at_bugreport_known *known)
{
    struct at_str class_name = attribute(tag, " class=\"");
    struct at_str text = attribute(tag, " text=\"");
    bool is_field = at_str_has(class_name, AT_STR("EditText")) ||
                    at_str_has(class_name, AT_STR("TextField")) ||
                    at_str_eq(attribute(tag, " password=\""), AT_STR("true"));
    struct at_buf plain = AT_BUF_INIT(text.len);
    if (is_field && !at_str_eq(text, attribute(tag, " hint=\""))) {
        unescape(text, &plain);
        at_bugreport_known_add(known, AT_BUGREPORT_TYPED, at_buf_str(&plain));
    }
    at_buf_deinit(&plain);
}

static void
learn_dump(struct at_str xml, struct at_bugreport_known *known)
{
    ptrdiff_t at;
    while ((at = at_str_find(xml, AT_STR("<node "))) >= 0) {
        xml = at_str_skip(xml, (size_t)at);
        ptrdiff_t end = at_str_find(xml, AT_STR(">"));
        size_t len = end < 0 ? xml.len : (size_t)end;
        learn_node(at_str_head(xml, len), known);
        xml = at_str_skip(xml, len);
    }
}

// A value of JSON within the text; not a number or a word.
static json_t *
inner_json(struct at_str text)
{
    struct at_str head = at_str_trim(text);
    bool may = head.len > 1 && (head.ptr[0] == '{' || head.ptr[0] == '[');
    return may ? at_json_parse(text, NULL) : NULL;
}

static void
learn_line(struct at_str line, struct at_bugreport_known *known)
{
    // A log has JSON behind its time: "args {…} -> OK".
    ptrdiff_t brace = at_str_find(line, AT_STR("{\""));
    struct at_str rest =
        brace < 0 ? AT_STR("") : at_str_skip(line, (size_t)brace);
    size_t len = at_json_extent(rest);
    json_t *json = len > 0 ? at_json_parse(at_str_head(rest, len), NULL) : NULL;
    bool types = at_str_find_nocase(line, AT_STR("inputText")) >= 0;
    if (json && types)
        at_bugreport_known_add(known, AT_BUGREPORT_TYPED,
                               at_json_get_str(json, "text"));
    if (json)
        at_bugreport_learn_json(json, known);
    json_decref(json);
    learn_screen_line(line, known);
    learn_flow_line(line, known);
}

void
at_bugreport_learn_text(struct at_str text, struct at_bugreport_known *known)
{
    struct at_str line;
    json_t *json = inner_json(text);
    if (json) {
        at_bugreport_learn_json(json, known);
        json_decref(json);
        return;
    }
    learn_dump(text, known);
    while (at_str_next_line(&text, &line))
        learn_line(line, known);
}

// emulator-5554, 127.0.0.1:5555, a simulator's UDID and its selectors say
// nothing about a person; a phone's serial and its address do.
void
at_bugreport_learn_device(struct at_str serial,
                          struct at_bugreport_known *known)
{
    static const struct at_str local[] = {AT_STR_ROW("emulator-"),
                                          AT_STR_ROW("127.0.0.1:"),
                                          AT_STR_ROW("localhost:")};
    enum { SERIAL_MIN = 6, SERIAL_MAX = 64, UDID_LEN = 36 };
    bool has_digit = false;
    for (size_t i = 0; i < AT_LEN(local); i++) {
        if (at_str_starts(serial, local[i]))
            return;
    }
    for (size_t i = 0; i < serial.len; i++) {
        if (!at_ascii_is_name(serial.ptr[i]) && serial.ptr[i] != ':')
            return;
        has_digit = has_digit || at_ascii_is_digit(serial.ptr[i]);
    }
    if (has_digit && serial.len >= SERIAL_MIN && serial.len <= SERIAL_MAX &&
        serial.len != UDID_LEN)
        at_bugreport_known_add(known, AT_BUGREPORT_DEVICE, serial);
}
