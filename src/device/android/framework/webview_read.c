// webview_read.c: what one page shows, with its frames
#include "device/android/framework/webview_priv.h"

#include "base/limits.h"
#include "wire/json.h"

static bool
get_frames(const struct at_op *op, struct at_webview_peer *peer, json_t **out,
           struct at_err *err)
{
    json_t *result;
    if (!at_inspector_call(op, peer->inspector, "Page.getFrameTree", NULL,
                           &result, err))
        return false;
    *out = json_incref(json_object_get(result, "frameTree"));
    json_decref(result);
    return *out || at_fail(err, AT_EPROTO, "the page has no frames");
}

static bool
make_world(const struct at_op *op, struct at_webview_peer *peer,
           const json_t *tree, json_int_t *out_world, struct at_err *err)
{
    json_t *result;
    json_t *params = json_object();
    const json_t *frame = json_object_get(tree, "frame");
    at_json_set(params, "frameId", json_incref(json_object_get(frame, "id")));
    at_json_set_text(params, "worldName", "agentest");
    if (!at_inspector_call(op, peer->inspector, "Page.createIsolatedWorld",
                           params, &result, err))
        return false;
    *out_world =
        json_integer_value(json_object_get(result, "executionContextId"));
    json_decref(result);
    return *out_world != 0 ||
           at_fail(err, AT_EPROTO, "the page has no world for a script");
}

static bool
evaluate_in(const struct at_op *op, struct at_webview_peer *peer,
            json_int_t world, const char *expression, struct at_buf *answer,
            struct at_err *err)
{
    at_buf_clear(answer);
    return at_inspector_evaluate(op, peer->inspector, world, expression, answer,
                                 err);
}

static bool
evaluate(const struct at_op *op, struct at_webview_peer *peer,
         struct at_buf *answer, struct at_err *err)
{
    json_t *tree = NULL;
    bool ok =
        peer->world != 0 || (get_frames(op, peer, &tree, err) &&
                             make_world(op, peer, tree, &peer->world, err));
    json_decref(tree);
    ok = ok && evaluate_in(op, peer, peer->world, AT_PAGE_ASK, answer, err);
    if (!ok || !at_str_is(at_buf_str(answer), "absent"))
        return ok;
    return evaluate_in(op, peer, peer->world, at_page_source, answer, err) &&
           evaluate_in(op, peer, peer->world, AT_PAGE_ASK, answer, err);
}

static void
meet_frame(const struct at_op *op, struct at_webview_peer *peer,
           const json_t *tree, struct at_buf *answer)
{
    struct at_webview_frame *frame = &peer->frames[peer->frame_count];
    struct at_str id = at_json_get_str(json_object_get(tree, "frame"), "id");
    if (!make_world(op, peer, tree, &frame->world, NULL) ||
        !evaluate_in(op, peer, frame->world, at_page_source, answer, NULL) ||
        !evaluate_in(op, peer, frame->world, "__agentestPath()", answer, NULL))
        return;
    at_str_cut(frame->id, sizeof(frame->id), id);
    at_str_cut(frame->path, sizeof(frame->path), at_buf_str(answer));
    peer->frame_count++;
}

// Give each frame of another site a world of its own, as far as there is room.
static void
meet_frames(const struct at_op *op, struct at_webview_peer *peer,
            const json_t *tree, struct at_str origin, int depth)
{
    const json_t *children = json_object_get(tree, "childFrames");
    for (size_t i = 0; i < json_array_size(children); i++) {
        const json_t *child = json_array_get(children, i);
        const json_t *frame = json_object_get(child, "frame");
        bool other =
            !at_str_eq(at_json_get_str(frame, "securityOrigin"), origin);
        struct at_buf answer = AT_BUF_INIT(AT_KIB);
        if (other && peer->frame_count < AT_WEBVIEW_FRAMES_MAX)
            meet_frame(op, peer, child, &answer);
        at_buf_deinit(&answer);
        if (depth < AT_WEBVIEW_FRAMES_MAX)
            meet_frames(op, peer, child, origin, depth + 1);
    }
}

static struct at_webview_frame *
find_frame(struct at_webview_peer *peer, struct at_str path)
{
    for (size_t i = 0; i < peer->frame_count; i++) {
        if (at_str_is(path, peer->frames[i].path))
            return &peer->frames[i];
    }
    return NULL;
}

// Read one frame of another site into its page. False: it is not known, or
// known no longer.
static bool
read_frame(const struct at_op *op, struct at_webview_peer *peer,
           const json_t *row, struct at_web_page *out)
{
    struct at_web_page content = {.rows = NULL};
    struct at_buf ask = AT_BUF_INIT(AT_KIB);
    struct at_buf answer = AT_BUF_INIT(4 * AT_MIB);
    struct at_webview_frame *frame =
        find_frame(peer, at_json_str(json_array_get(row, 0)));
    at_buf_add_text(&ask, "__agentestPage(");
    bool ok = frame && at_json_write(row, &ask);
    at_buf_add_char(&ask, ')');
    ok =
        ok &&
        evaluate_in(op, peer, frame->world, at_buf_text(&ask), &answer, NULL) &&
        at_web_page_parse(at_buf_str(&answer), &content, NULL);
    if (ok)
        at_web_page_add_frame(out, row, &content);
    at_web_page_deinit(&content);
    at_buf_deinit(&answer);
    at_buf_deinit(&ask);
    return ok;
}

// What cannot be read of them stays named where it is.
static void
read_frames(const struct at_op *op, struct at_webview_peer *peer,
            struct at_web_page *out)
{
    bool met = false;
    for (size_t i = json_array_size(out->frames); i > 0; i--) {
        const json_t *row = json_array_get(out->frames, i - 1);
        json_t *tree;
        if (read_frame(op, peer, row, out) || met ||
            !get_frames(op, peer, &tree, NULL))
            continue;
        met = true;
        peer->frame_count = 0;
        const json_t *top = json_object_get(tree, "frame");
        meet_frames(op, peer, tree, at_json_get_str(top, "securityOrigin"), 0);
        json_decref(tree);
        (void)!read_frame(op, peer, row, out);
    }
}

// A page that has been loaded anew has lost the world: once more.
bool
at_webview_read(const struct at_op *op, struct at_webview_peer *peer,
                struct at_web_page *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_buf answer = AT_BUF_INIT(4 * AT_MIB);
    bool ok = evaluate(op, peer, &answer, &why);
    if (!ok && why.code != AT_ETIMEOUT && why.code != AT_ECANCELED) {
        peer->world = 0;
        peer->frame_count = 0;
        ok = evaluate(op, peer, &answer, &why);
    }
    ok = ok && at_web_page_parse(at_buf_str(&answer), out, &why);
    if (ok)
        read_frames(op, peer, out);
    at_buf_deinit(&answer);
    return ok || at_err_pass(err, &why);
}
