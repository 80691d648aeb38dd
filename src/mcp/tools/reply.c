// reply.c: cutting, trees, the screen's state
#include "mcp/tools/reply.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/app/plain.h"
#include "flow/app/stored.h"
#include "mcp/advice.h"
#include "mcp/client.h"
#include "mcp/content.h"
#include "wire/json.h"
#include "mcp/session.h"
#include "report/trace_json.h"
#include "sys/clock.h"

enum {
    NOTE_ROOM = 200,     // room for the note about the rest
    STEP = 32,           // at least that many bytes less each time
    PLAIN_SIDE_PX = 128, // side of a single-coloured picture
};

// Return the end of the last complete line within the first max bytes; max if
// no line fits.
static size_t
line_end(const struct at_buf *text, size_t max)
{
    struct at_str head = at_utf8_head(at_buf_str(text), max);
    size_t end = head.len;
    while (end > 0 && text->data[end - 1] != '\n')
        end--;
    return end > 0 ? end : head.len;
}

size_t
at_reply_cut(struct at_buf *text, size_t max, const char *advice)
{
    if (text->len <= max)
        return 0;
    size_t end = line_end(text, max > NOTE_ROOM ? max - NOTE_ROOM : 0);
    struct at_str rest = at_str_skip(at_buf_str(text), end);
    size_t lines = at_str_count_lines(rest);
    size_t bytes = rest.len;
    at_buf_cut(text, end);
    at_buf_add_fmt(text, "[cut: %zu more lines, %zu bytes: %s]", lines, bytes,
                   advice);
    return bytes;
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

static size_t
set_cut(json_t *object, const char *member, const json_t *whole, size_t max,
        const char *advice)
{
    struct at_str was = at_json_str(whole);
    struct at_buf text = AT_BUF_INIT(was.len + NOTE_ROOM);
    at_buf_add_str(&text, was);
    size_t missing = at_reply_cut(&text, max, advice);
    at_json_set(object, member, at_json_text(at_buf_str(&text)));
    at_buf_deinit(&text);
    return missing;
}

// JSON may escape one byte as several, so the text is cut until the whole fits.
size_t
at_reply_fit(json_t *object, const char *member, size_t max, const char *advice)
{
    json_t *whole = json_incref(json_object_get(object, member));
    size_t room = json_string_length(whole);
    size_t missing = 0;
    size_t len;
    while (room > 0 && (len = at_reply_len(object)) > max) {
        size_t less = room * (len - max) / len + STEP;
        room -= less < room ? less : room;
        missing = set_cut(object, member, whole, room, advice);
    }
    json_decref(whole);
    return missing;
}

// Cut a tree that is longer than a reply, without its first skip lines.
static void
cut_tree(struct at_buf *text, size_t max, size_t skip)
{
    if (text->len <= max)
        return;
    size_t end = line_end(text, max - NOTE_ROOM);
    size_t left = at_str_count_lines(at_str_skip(at_buf_str(text), end));
    at_buf_cut(text, end);
    size_t shown = at_str_count_lines(at_buf_str(text)) - 1 + skip; // no header
    at_buf_add_fmt(text,
                   "... %zu more lines not shown (%zu bytes is a reply's "
                   "limit): call agentest_get_ui_tree with offset %zu\n",
                   left, max, shown);
}

void
at_reply_tree(struct at_app *app, const struct at_compact_opts *opts,
              size_t max, struct at_buf *out,
              struct at_compact_result *out_result)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    if (!at_app_is_current(app)) {
        *out_result = (struct at_compact_result){.line_count = 0};
        at_buf_add_fmt(out, "[the screen cannot be read while it moves: %s]\n",
                       at_app_advice(app)->see_screen);
        return;
    }
    at_app_write_tree(app, opts, &text, out_result);
    cut_tree(&text, max, 0);
    at_buf_add_str(out, at_buf_str(&text));
    at_buf_deinit(&text);
}

void
at_reply_tree_page(struct at_app *app, const struct at_compact_opts *opts,
                   size_t skip, struct at_buf *out,
                   struct at_compact_result *out_result)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_buf page = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_opts wider = *opts;
    size_t lines = opts->max_lines ? opts->max_lines : AT_COMPACT_MAX_LINES;
    wider.max_lines = lines + skip;
    wider.stated_max = lines;
    at_app_write_tree(app, &wider, &text, out_result);
    struct at_str rest = at_buf_str(&text);
    struct at_str line;
    if (at_str_next_line(&rest, &line))
        at_buf_add_fmt(&page, "%.*s\n", AT_STR_ARG(line));
    size_t skipped = 0;
    while (skipped < skip && at_str_next_line(&rest, &line))
        skipped++;
    if (rest.len == 0 && skip > 0)
        at_buf_add_fmt(&page, "... no more: the tree ends at line %zu\n",
                       skipped);
    at_buf_add_str(&page, rest);
    cut_tree(&page, AT_MCP_TEXT_MAX_BYTES, skip);
    at_buf_add_str(out, at_buf_str(&page));
    at_buf_deinit(&page);
    at_buf_deinit(&text);
}

json_t *
at_reply_lines(struct at_str text)
{
    struct at_str rest = at_utf8_head(text, AT_MCP_TEXT_MAX_BYTES / 4);
    struct at_str line;
    json_t *list = json_array();
    while (at_str_next_line(&rest, &line)) {
        line = at_str_trim(line);
        if (line.len > 0)
            json_array_append_new(list, at_json_text(line));
    }
    return list;
}

json_t *
at_reply_take_events(struct at_app *app)
{
    struct at_argv lines = AT_ARGV_INIT;
    at_journal_tell(at_app_journal(app), at_now_ns(), &lines);
    json_t *list = lines.count > 0 ? at_json_texts(&lines) : NULL;
    at_argv_deinit(&lines);
    return list;
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

// Report what the app was waited for, and what it continues with.
static void
add_app(json_t *object, const struct at_idle_result *idle)
{
    at_trace_set_waited(object, "waitedFor", idle);
    at_trace_set_text(object, "notWaitedFor", at_str(idle->app_endless));
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
    if (idle->ticking[0])
        at_json_set_text(object, "ticking", idle->ticking);
    add_app(object, idle);
    if (at_app_is_current(app))
        add_dialog(object, at_app_tree(app));
    json_t *events = at_reply_take_events(app);
    if (events)
        at_json_set(object, "events", events);
}

void
at_reply_add_screen(struct at_tool_call *call, const char *member,
                    struct at_str screen, size_t max)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_buf_add_str(&text, screen);
    at_reply_cut(&text, max, "agentest_get_ui_tree has the whole tree");
    at_tool_add_text(call, at_buf_str(&text));
    at_tool_set(call, member, at_json_text(at_buf_str(&text)));
    at_buf_deinit(&text);
}

bool
at_reply_stored(struct at_tool_call *call, const char *package,
                struct at_app *app, struct at_err *err)
{
    struct at_stored stored;
    bool ok =
        at_stored_read(&call->op, at_app_device(app), package, &stored, err);
    if (ok) {
        json_t *body = json_object();
        at_json_set_text(body, "packageName", package);
        at_json_set(body, "databases", at_json_texts(&stored.databases));
        at_json_set(body, "files", at_json_texts(&stored.files));
        at_json_set(body, "overview", at_json_texts(&stored.lines));
        at_tool_add_json(call, body);
    }
    at_stored_deinit(&stored);
    return ok;
}

void
at_reply_link(struct at_tool_call *call, const char *name,
              const char *mime_type)
{
    const char *handle = at_session_handle(call->context);
    if (!handle[0])
        return;
    char *uri = at_strfmt(AT_SESSION_URI("%s", "%s"), handle, name);
    bool links = call->client && call->client->links;
    char *text = at_strfmt("[the whole %s: resource %s]", name, uri);
    json_t *block = links ? at_content_link(uri, name, mime_type)
                          : at_content_text(at_str(text));
    at_assert(json_array_append_new(call->content, block) == 0);
    at_tool_set(call, "resource", at_json_text(at_str(uri)));
    free(text);
    free(uri);
}

// remark: on a picture that has no place worth touching; "": it has.
static char *
describe_picture(const struct at_image_info *info, const char *remark)
{
    double scale = (double)info->device_width_px / (double)info->shown_width_px;
    if (remark[0])
        return at_strfmt("%zux%zu shown, device %zux%zu; %s",
                         info->shown_width_px, info->shown_height_px,
                         info->device_width_px, info->device_height_px, remark);
    if (info->shown_width_px == info->device_width_px)
        return at_strfmt("%zux%zu, as on the device: use coordinates as they "
                         "are",
                         info->shown_width_px, info->shown_height_px);
    return at_strfmt(
        "%zux%zu shown, device %zux%zu: multiply coordinates by %.3f",
        info->shown_width_px, info->shown_height_px, info->device_width_px,
        info->device_height_px, scale);
}

char *
at_reply_add_small_picture(struct at_tool_call *call, struct at_str image,
                           const struct at_image_info *info)
{
    at_tool_add_image(call, image, info->mime);
    return describe_picture(info, "");
}

bool
at_reply_add_picture(struct at_tool_call *call, struct at_str png,
                     struct at_image_info *out_info, char **out_text,
                     struct at_err *err)
{
    struct at_buf image = AT_BUF_INIT(AT_IMAGE_MAX_BYTES);
    struct at_buf remark = AT_BUF_INIT(AT_KIB);
    bool black;
    bool plain = at_plain_remark(png, &at_mcp_advice, &remark, &black);
    bool ok = at_image_fit(png, plain ? PLAIN_SIDE_PX : AT_IMAGE_MAX_SIDE_PX,
                           AT_IMAGE_MAX_BYTES, &image, out_info, err);
    if (ok) {
        at_tool_add_image(call, at_buf_str(&image), out_info->mime);
        *out_text = describe_picture(out_info, at_buf_text(&remark));
    }
    at_buf_deinit(&remark);
    at_buf_deinit(&image);
    return ok;
}
