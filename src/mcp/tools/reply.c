// reply.c: cutting, trees, the screen's state
#include "mcp/tools/reply.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/json.h"

enum {
    NOTE_ROOM = 200, // for what is said about the rest
    STEP = 32,       // at least that many bytes less each time
};

static size_t
count_lines(struct at_str text)
{
    struct at_str line;
    size_t count = 0;
    while (at_str_next_line(&text, &line))
        count++;
    return count;
}

void
at_reply_cut(struct at_buf *text, size_t max, const char *advice)
{
    if (text->len <= max)
        return;
    struct at_str head =
        at_utf8_head(at_buf_str(text), max > NOTE_ROOM ? max - NOTE_ROOM : 0);
    size_t end = head.len;
    while (end > 0 && text->data[end - 1] != '\n')
        end--;
    if (end == 0)
        end = head.len; // one line of that length
    struct at_str rest = at_str_skip(at_buf_str(text), end);
    size_t lines = count_lines(rest);
    size_t bytes = rest.len;
    text->len = end;
    text->data[end] = '\0';
    at_buf_add_fmt(text, "[cut: %zu more lines, %zu bytes: %s]", lines, bytes,
                   advice);
}

size_t
at_reply_len(const json_t *value)
{
    struct at_buf text = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    at_json_write(value, &text);
    size_t len = text.overflow ? text.max : text.len;
    at_buf_deinit(&text);
    return len;
}

static void
set_cut(json_t *object, const char *member, const json_t *whole, size_t max,
        const char *advice)
{
    struct at_str was = at_json_str(whole);
    struct at_buf text = AT_BUF_INIT(was.len + NOTE_ROOM);
    at_buf_add_str(&text, was);
    at_reply_cut(&text, max, advice);
    at_json_set(object, member, at_json_text(at_buf_str(&text)));
    at_buf_deinit(&text);
}

// Escaping may take several bytes for one, so that it is cut anew until the
// whole fits.
void
at_reply_fit(json_t *object, const char *member, size_t max, const char *advice)
{
    json_t *whole = json_incref(json_object_get(object, member));
    size_t room = json_string_length(whole);
    size_t len;
    while (room > 0 && (len = at_reply_len(object)) > max) {
        size_t less = room * (len - max) / len + STEP;
        room -= less < room ? less : room;
        set_cut(object, member, whole, room, advice);
    }
    json_decref(whole);
}

void
at_reply_tree(struct at_app *app, const struct at_compact_opts *opts,
              size_t max, struct at_buf *out,
              struct at_compact_result *out_result)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_app_write_tree(app, opts, &text, out_result);
    at_reply_cut(&text, max,
                 "agentest_get_ui_tree with depth or onlyInteractive");
    at_buf_add_str(out, at_buf_str(&text));
    at_buf_deinit(&text);
}

static void
add_dialog(json_t *object, const struct at_tree *tree)
{
    struct at_dialog dialog = at_tree_dialog(tree);
    if (dialog.kind == AT_DIALOG_NONE)
        return;
    json_t *about = json_object();
    at_json_set_text(about, "kind", at_dialog_kind_name(dialog.kind));
    at_json_set(about, "package", at_json_text(dialog.package));
    at_json_set(about, "title", at_json_text(at_utf8_head(dialog.title, 200)));
    at_json_set(object, "dialog", about);
}

void
at_reply_screen(json_t *object, struct at_app *app,
                const struct at_idle_result *idle)
{
    if (idle->outcome != AT_IDLE_SETTLED) {
        json_t *about = json_object();
        at_json_set_text(about, "outcome", at_idle_outcome_name(idle->outcome));
        at_json_set_text(about, "detail", idle->detail);
        at_json_set(object, "idle", about);
    }
    if (at_app_tree(app))
        add_dialog(object, at_app_tree(app));
}
