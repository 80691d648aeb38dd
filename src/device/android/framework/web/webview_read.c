// webview_read.c: the content of one page, with its frames
#include "device/android/framework/web/webview_priv.h"

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
           const json_t *tree, struct at_inspector_world *out,
           struct at_err *err)
{
    const json_t *frame = json_object_get(tree, "frame");
    return at_inspector_make_world(op, peer->inspector,
                                   json_object_get(frame, "id"), out, err);
}

static bool
evaluate_in(const struct at_op *op, struct at_webview_peer *peer,
            const struct at_inspector_world *world, const char *expression,
            struct at_buf *answer, struct at_err *err)
{
    at_buf_clear(answer);
    return at_inspector_evaluate(op, peer->inspector, world, expression, answer,
                                 err);
}

static void
forget_worlds(struct at_webview_peer *peer)
{
    peer->world.id = 0;
    peer->frame_count = 0;
    peer->frames_met = false;
}

// A page that moves to another site may get another process, which numbers its
// worlds like the old one.
static bool
enter_world(const struct at_op *op, struct at_webview_peer *peer,
            struct at_err *err)
{
    json_t *tree = NULL;
    if (peer->losses != at_inspector_losses(peer->inspector))
        forget_worlds(peer);
    if (peer->world.id != 0)
        return true;
    bool ok = get_frames(op, peer, &tree, err) &&
              make_world(op, peer, tree, &peer->world, err);
    peer->losses = at_inspector_losses(peer->inspector);
    json_decref(tree);
    return ok;
}

// Evaluate in the page's world. An answer that arrives after all worlds were
// lost may be another world's.
static bool
evaluate_here(const struct at_op *op, struct at_webview_peer *peer,
              const char *expression, struct at_buf *answer, struct at_err *err)
{
    if (!evaluate_in(op, peer, &peer->world, expression, answer, err))
        return false;
    return peer->losses == at_inspector_losses(peer->inspector) ||
           at_fail(err, AT_EDEVICE, "the page was reloaded");
}

static bool
evaluate(const struct at_op *op, struct at_webview_peer *peer,
         struct at_buf *answer, struct at_err *err)
{
    if (!enter_world(op, peer, err) ||
        !evaluate_here(op, peer, AT_PAGE_ASK, answer, err))
        return false;
    return !at_str_is(at_buf_str(answer), "absent") ||
           (evaluate_here(op, peer, at_page_source, answer, err) &&
            evaluate_here(op, peer, AT_PAGE_ASK, answer, err));
}

// Return true if the frame need not be tried again: it is known, or refused.
static bool
meet_frame(const struct at_op *op, struct at_webview_peer *peer,
           const json_t *tree, struct at_buf *answer)
{
    struct at_webview_frame *frame = &peer->frames[peer->frame_count];
    struct at_err why = AT_ERR_INIT;
    if (!make_world(op, peer, tree, &frame->world, &why) ||
        !evaluate_in(op, peer, &frame->world, at_page_source, answer, &why) ||
        !evaluate_in(op, peer, &frame->world, "__agentestPath()", answer, &why))
        return why.code != AT_ETIMEOUT && why.code != AT_ECANCELED;
    at_str_cut(frame->path, sizeof(frame->path), at_buf_str(answer));
    peer->frame_count++;
    return true;
}

// Make an isolated world in each frame of another site, as far as there is
// room. Return true if all were tried.
static bool
meet_frames(const struct at_op *op, struct at_webview_peer *peer,
            const json_t *tree, struct at_str origin, int depth)
{
    const json_t *children = json_object_get(tree, "childFrames");
    bool ok = true;
    for (size_t i = 0; i < json_array_size(children); i++) {
        const json_t *child = json_array_get(children, i);
        const json_t *frame = json_object_get(child, "frame");
        bool other =
            !at_str_eq(at_json_get_str(frame, "securityOrigin"), origin);
        struct at_buf answer = AT_BUF_INIT(AT_KIB);
        if (other && peer->frame_count < AT_WEBVIEW_FRAMES_MAX)
            ok = meet_frame(op, peer, child, &answer) && ok;
        at_buf_deinit(&answer);
        if (depth < AT_WEBVIEW_FRAMES_MAX)
            ok = meet_frames(op, peer, child, origin, depth + 1) && ok;
    }
    return ok;
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

// Read one frame of another site into its page. False: it is unknown, or no
// longer known.
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
    ok = ok &&
         evaluate_in(op, peer, &frame->world, at_buf_text(&ask), &answer,
                     NULL) &&
         at_web_page_parse(at_buf_str(&answer), &content, NULL);
    if (ok)
        at_web_page_add_frame(out, row, &content);
    at_web_page_deinit(&content);
    at_buf_deinit(&answer);
    at_buf_deinit(&ask);
    return ok;
}

// Meet the page's frames, unless they are unchanged: a frame in another
// process, or one too many, would cost each reading as much as a new page.
static bool
meet_anew(const struct at_op *op, struct at_webview_peer *peer)
{
    unsigned state = at_inspector_frames(peer->inspector);
    json_t *tree;
    if ((peer->frames_met && peer->frames_state == state) ||
        !get_frames(op, peer, &tree, NULL))
        return false;
    struct at_str origin =
        at_json_get_str(json_object_get(tree, "frame"), "securityOrigin");
    peer->frame_count = 0;
    peer->frames_met = meet_frames(op, peer, tree, origin, 0);
    peer->frames_state = state;
    json_decref(tree);
    return true;
}

// Frames that cannot be read keep their row.
static void
read_frames(const struct at_op *op, struct at_webview_peer *peer,
            struct at_web_page *out)
{
    bool met = false;
    for (size_t i = json_array_size(out->frames); i > 0; i--) {
        const json_t *row = json_array_get(out->frames, i - 1);
        if (read_frame(op, peer, row, out) || met || !meet_anew(op, peer))
            continue;
        met = true;
        (void)!read_frame(op, peer, row, out);
    }
}

// Return true if another attempt may succeed.
static bool
may_be_new(const struct at_err *why)
{
    return why->code != AT_ETIMEOUT && why->code != AT_ECANCELED &&
           why->code != AT_ELIMIT;
}

// A page that was reloaded has lost the world: read it once more.
bool
at_webview_read(const struct at_op *op, struct at_webview_peer *peer,
                struct at_web_page *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_buf answer = AT_BUF_INIT(4 * AT_MIB);
    bool ok = evaluate(op, peer, &answer, &why);
    if (!ok && may_be_new(&why)) {
        forget_worlds(peer);
        ok = evaluate(op, peer, &answer, &why);
    }
    ok = ok && at_web_page_parse(at_buf_str(&answer), out, &why);
    if (ok)
        read_frames(op, peer, out);
    at_buf_deinit(&answer);
    return ok || at_err_pass(err, &why);
}
