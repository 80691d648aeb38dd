#include "cli/known_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/limits.h"
#include "session/defaults.h"
#include "session/store.h"
#include "sys/folder.h"
#include "wire/json.h"

enum { NOTE_MAX_BYTES = 60, SESSIONS_MAX = 200 };

// Shells expand the words that they are given, and a device chooses its name.
static bool
is_plain(struct at_str word)
{
    for (size_t i = 0; i < word.len; i++) {
        char c = word.ptr[i];
        if (!at_ascii_is_letter(c) && !at_ascii_is_digit(c) &&
            !strchr("._:@-", c))
            return false;
    }
    return word.len > 0;
}

static void
add_note(struct at_str note, struct at_buf *out)
{
    note = at_utf8_head(note, NOTE_MAX_BYTES);
    for (size_t i = 0; i < note.len; i++) {
        unsigned char c = (unsigned char)note.ptr[i];
        at_buf_add_char(out, c < ' ' || c == 0x7f ? ' ' : (char)c);
    }
}

static void
add_word(const char *before, struct at_str word, struct at_str note,
         struct at_buf *out)
{
    if (!is_plain(word))
        return;
    at_buf_add_fmt(out, "%s%.*s", before, AT_STR_ARG(word));
    at_buf_add_char(out, note.len > 0 ? '\t' : '\n');
    if (note.len == 0)
        return;
    add_note(note, out);
    at_buf_add_char(out, '\n');
}

static json_t *
read_file(const char *session, enum at_store_file file)
{
    struct at_store *store = NULL;
    json_t *value = NULL;
    if (at_store_open(session, &store, NULL) &&
        !at_store_read(store, file, &value, NULL))
        value = NULL;
    at_store_free(store);
    return value;
}

static void
add_refs(const char *session, const char *before, struct at_buf *out)
{
    json_t *snapshot = read_file(session, AT_STORE_SNAPSHOT);
    const char *ref;
    json_t *element;
    json_object_foreach(json_object_get(snapshot, "refs"), ref, element)
    {
        struct at_buf note = AT_BUF_INIT(AT_KIB);
        struct at_str role = at_json_get_str(element, "role");
        struct at_str name = at_json_get_str(element, "name");
        at_buf_add_fmt(&note, "%.*s %.*s", AT_STR_ARG(role),
                       AT_STR_ARG(at_utf8_head(name, NOTE_MAX_BYTES)));
        add_word(before, at_str(ref), at_buf_str(&note), out);
        at_buf_deinit(&note);
    }
    json_decref(snapshot);
}

static void
add_refs_as_targets(const char *session, struct at_buf *out)
{
    add_refs(session, "@", out);
}

static void
add_ref_names(const char *session, struct at_buf *out)
{
    add_refs(session, "", out);
}

// Call each with the name of every session.
static void
each_session(void (*each)(const char *name, struct at_buf *out),
             struct at_buf *out)
{
    char *state = at_store_state_dir(NULL);
    struct at_buf path = AT_BUF_INIT(AT_KIB * 8);
    struct at_folder_list list = {0};
    at_buf_add_fmt(&path, "%s/sessions", state ? state : "");
    if (state && at_folder_list(at_buf_text(&path), &list, NULL)) {
        for (size_t i = 0; i < list.count && i < SESSIONS_MAX; i++)
            each(list.entries[i].name, out);
    }
    at_folder_list_deinit(&list);
    at_buf_deinit(&path);
    free(state);
}

static void
add_session(const char *name, struct at_buf *out)
{
    if (at_store_check_name(name, NULL))
        add_word("", at_str(name), AT_STR(""), out);
}

static void
add_sessions(const char *session, struct at_buf *out)
{
    (void)session;
    each_session(add_session, out);
}

static void
add_device(const char *session, struct at_buf *out)
{
    json_t *defaults = read_file(session, AT_STORE_SESSION);
    json_t *target = read_file(session, AT_STORE_TARGET);
    const json_t *device = json_object_get(target, "device");
    add_word("", at_str(at_defaults_get(defaults, "device")),
             AT_STR("of a session"), out);
    add_word("", at_json_get_str(device, "id"), at_json_get_str(device, "name"),
             out);
    json_decref(defaults);
    json_decref(target);
}

static void
add_devices(const char *session, struct at_buf *out)
{
    static const char *const selectors[] = {"booted", "iphone-latest",
                                            "ipad-latest"};
    (void)session;
    each_session(add_device, out);
    for (size_t i = 0; i < AT_LEN(selectors); i++)
        add_word("", at_str(selectors[i]), AT_STR("a simulator"), out);
}

static const struct {
    const char *name;
    void (*add)(const char *session, struct at_buf *out);
} kinds[] = {
    {AT_KNOWN_REFS, add_refs_as_targets},
    {AT_KNOWN_REF_NAMES, add_ref_names},
    {AT_KNOWN_DEVICES, add_devices},
    {AT_KNOWN_SESSIONS, add_sessions},
};

int
at_known_words(int argc, char *const *argv)
{
    const char *kind = argc > 2 ? argv[2] : "";
    const char *session = argc > 3 && *argv[3] ? argv[3] : "default";
    struct at_buf out = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    for (size_t i = 0; i < AT_LEN(kinds); i++) {
        if (strcmp(kind, kinds[i].name) == 0)
            kinds[i].add(session, &out);
    }
    size_t written = fwrite(at_buf_text(&out), 1, out.len, stdout);
    bool ok = written == out.len && fflush(stdout) == 0;
    at_buf_deinit(&out);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
