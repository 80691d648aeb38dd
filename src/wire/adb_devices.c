#include "wire/adb_devices.h"

#include <stddef.h>
#include <string.h>

#include "base/compiler.h"

// States from AOSP adb.cpp, to_string(ConnectionState). "no permissions" is
// followed by more words.
static const struct at_str states[] = {
    AT_STR_ROW("device"),       AT_STR_ROW("offline"),
    AT_STR_ROW("unauthorized"), AT_STR_ROW("authorizing"),
    AT_STR_ROW("connecting"),   AT_STR_ROW("bootloader"),
    AT_STR_ROW("recovery"),     AT_STR_ROW("rescue"),
    AT_STR_ROW("sideload"),     AT_STR_ROW("host"),
    AT_STR_ROW("detached"),     AT_STR_ROW("unknown"),
    AT_STR_ROW("fastboot"),     AT_STR_ROW("no permissions"),
};

static const struct {
    struct at_str key;
    size_t offset; // offset of the at_str in struct at_adb_entry
    bool with_key;
} attributes[] = {
    {AT_STR_ROW("usb:"), offsetof(struct at_adb_entry, path), true},
    {AT_STR_ROW("product:"), offsetof(struct at_adb_entry, product), false},
    {AT_STR_ROW("model:"), offsetof(struct at_adb_entry, model), false},
    {AT_STR_ROW("device:"), offsetof(struct at_adb_entry, device), false},
};

static const struct at_str transport_key = AT_STR_ROW(AT_ADB_TRANSPORT_NAME);

static bool
take_attribute(struct at_str word, struct at_adb_entry *out)
{
    if (at_str_starts(word, transport_key))
        return at_str_to_i64(at_str_skip(word, transport_key.len), 1, INT64_MAX,
                             &out->transport_id);
    for (size_t i = 0; i < AT_LEN(attributes); i++) {
        if (!at_str_starts(word, attributes[i].key))
            continue;
        struct at_str *field =
            (struct at_str *)((char *)out + attributes[i].offset);
        *field = attributes[i].with_key
                     ? word
                     : at_str_skip(word, attributes[i].key.len);
        return true;
    }
    return false;
}

// Words before the first attribute belong to the state if it is a sentence.
static void
take_rest(struct at_str rest, struct at_adb_entry *out)
{
    bool in_state = at_str_starts(out->state, AT_STR("no permissions"));
    struct at_str word;
    while (at_str_next(&rest, ' ', &word)) {
        if (take_attribute(word, out))
            in_state = false;
        else if (in_state && word.len > 0)
            out->state.len = (size_t)(word.ptr + word.len - out->state.ptr);
    }
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t';
}

// Return the length of the known state that text starts with, 0 for none.
static size_t
state_len(struct at_str text)
{
    for (size_t i = 0; i < AT_LEN(states); i++) {
        size_t len = states[i].len;
        if (at_str_starts(text, states[i]) &&
            (text.len == len || is_blank(text.ptr[len])))
            return len;
    }
    return 0;
}

// Return true if text looks like a serial. mDNS adds blanks to make names
// unique: "adb-0123 (2)._adb-tls-connect._tcp"; a missing serial is a phrase.
// Text with a trailing colon is a message: "error: device 'x' not found".
static bool
is_serial(struct at_str text)
{
    return text.len > 0 && text.ptr[text.len - 1] != ':' &&
           (!memchr(text.ptr, ' ', text.len) ||
            at_str_has(text, AT_STR("._adb")) ||
            at_str_is(text, "(no serial number)"));
}

static bool
split_at_known_state(struct at_str line, struct at_adb_entry *out,
                     struct at_str *rest)
{
    for (size_t i = 1; i < line.len; i++) {
        struct at_str tail = at_str_skip(line, i);
        size_t len = is_blank(line.ptr[i - 1]) ? state_len(tail) : 0;
        if (len == 0)
            continue;
        out->serial = at_str_trim(at_str_head(line, i));
        out->state = at_str_head(tail, len);
        *rest = at_str_skip(tail, len);
        return is_serial(out->serial);
    }
    return false;
}

// Accept states of newer servers: the second word of a line that has a tab or a
// transport id, which only device lines have.
static bool
split_at_second_word(struct at_str line, struct at_adb_entry *out,
                     struct at_str *rest)
{
    bool tab = line.len > 0 && memchr(line.ptr, '\t', line.len);
    if (!tab && !at_str_has(line, AT_STR(" transport_id:")))
        return false;
    *rest = line;
    if (!at_str_next(rest, tab ? '\t' : ' ', &out->serial))
        return false;
    *rest = at_str_trim(*rest);
    return at_str_next(rest, ' ', &out->state) && is_serial(out->serial) &&
           !take_attribute(out->state, out);
}

static bool
parse_line(struct at_str line, struct at_adb_entry *out)
{
    struct at_str rest;
    *out = (struct at_adb_entry){.transport_id = 0};
    line = at_str_trim(line);
    if (at_str_starts(line, AT_STR("*"))) // "* daemon started successfully"
        return false;
    if (!split_at_known_state(line, out, &rest) &&
        !split_at_second_word(line, out, &rest))
        return false;
    take_rest(rest, out);
    return true;
}

bool
at_adb_devices_next(struct at_str *rest, struct at_adb_entry *out)
{
    struct at_str line;
    while (at_str_next_line(rest, &line)) {
        if (parse_line(line, out))
            return true;
    }
    return false;
}
