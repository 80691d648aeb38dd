// webview.c: the pages in an app's WebViews, through their DevTools
//
// A WebView whose app allows debugging, and a browser, listen at a socket of
// the device. Each page has a connection of its own. Its elements are read in a
// world of their own beside the page's scripts, and frames of other sites that
// share its process in one each; frames in another process are named only.
// The page's domain is never enabled: that would take its dialogs over.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/shell_quote.h"
#include "device/android/framework/inspector.h"
#include "device/android/framework/source.h"
#include "device/android/framework/webview_page.h"
#include "device/android/framework/webview_target.h"
#include "sys/clock.h"
#include "wire/json.h"

enum {
    PAGES_MAX = 4,  // as many as a wish has
    FRAMES_MAX = 6, // of other sites, in a page
    // Below what a reading waits, so that a page that does not answer is known
    // for one and not asked by the next reading.
    ANSWER_MS = 250,
    READ_MS = 300,
    FIT_LEAST = 300, // of 1000, of a page and a view that are the same
    ASK_AGAIN_MS = 50,
    TELLS_AGAIN_MS = 250,
    SHUNNED_MS = 5000, // a page that did not answer when it was opened
    PLACED_SLACK_PX = 4,
};

// A frame of another site: the page's own world does not reach into it.
struct frame {
    char id[80];
    char path[64]; // as page.js has it
    json_int_t world;
};

struct page {
    struct at_inspector *inspector; // owned
    struct at_web_target target;
    size_t socket;
    json_int_t world; // 0: to be made
    struct frame frames[FRAMES_MAX];
    size_t frame_count;
    bool hidden;
    bool listed;
};

struct web {
    struct at_source_ground ground;
    struct at_web_sockets sockets;
    struct page pages[PAGES_MAX];
    size_t count;
    char shunned[128]; // the id of a page
    int64_t shunned_until_ns;
    bool news;
};

static bool
applies(const struct at_sync_app *app)
{
    return app->shows_web || at_web_is_browser(app->package);
}

static bool
find_sockets(const struct at_op *op, struct web *web, struct at_err *err)
{
    struct at_buf command = AT_BUF_INIT(AT_KIB);
    struct at_adb_result result;
    const char *const words[] = {"pidof", web->ground.package, NULL};
    at_adb_result_init(&result, AT_MIB);
    bool ok = at_quote_words(&command, words, err);
    at_buf_add_text(&command, "; echo; echo --; cat /proc/net/unix");
    ok = ok && at_adb_shell(op, &web->ground.adb, at_buf_text(&command),
                            &result, err);
    if (ok)
        at_web_find_sockets(at_buf_str(&result.out), web->ground.package,
                            &web->sockets);
    at_adb_result_deinit(&result);
    at_buf_deinit(&command);
    return ok;
}

static bool
dial(const struct at_op *op, const struct web *web, size_t socket,
     struct at_conn **out, struct at_err *err)
{
    char service[128];
    snprintf(service, sizeof(service), "localabstract:%s",
             web->sockets.names[socket]);
    return at_adb_open(op, &web->ground.adb, service, out, err);
}

static bool
get(const struct at_op *op, const struct web *web, size_t socket,
    const char *path, json_t **out, struct at_err *err)
{
    struct at_conn *conn;
    *out = NULL;
    return dial(op, web, socket, &conn, err) &&
           at_inspector_list(op, conn, "localhost", path, out, err);
}

static void
drop_page(struct web *web, size_t i)
{
    at_inspector_free(web->pages[i].inspector);
    web->pages[i] = web->pages[--web->count];
    web->news = true;
}

static void
detach(void *state)
{
    struct web *web = state;
    while (web->count > 0)
        drop_page(web, web->count - 1);
    free(web);
}

// Chromium refuses an Origin that was not allowed at its start: none is sent.
static bool
open_page(const struct at_op *op, struct web *web, size_t socket,
          const struct at_web_target *target, struct at_err *err)
{
    char path[160];
    struct at_conn *conn;
    struct at_pending_list pending = {0};
    struct page *page = &web->pages[web->count];
    snprintf(path, sizeof(path), "/devtools/page/%.127s", target->id);
    const struct at_websocket_dial how = {
        .target = path,
        .host = "localhost",
        .message_max_bytes = AT_RPC_MESSAGE_MAX_BYTES,
    };
    *page = (struct page){.target = *target, .socket = socket, .listed = true};
    if (!dial(op, web, socket, &conn, err) ||
        !at_inspector_open(op, conn, &how, at_source_webview.name,
                           &page->inspector, err))
        return false;
    // The probe counts from now on, not from the first wait.
    if (!at_inspector_ask(op, page->inspector, &pending, err)) {
        at_inspector_free(page->inspector);
        return false;
    }
    web->count++;
    return true;
}

static struct page *
find_page(struct web *web, size_t socket, const char *id)
{
    for (size_t i = 0; i < web->count; i++) {
        struct page *page = &web->pages[i];
        if (page->socket == socket && strcmp(page->target.id, id) == 0)
            return page;
    }
    return NULL;
}

static bool
is_shunned(const struct web *web, const struct at_web_target *target)
{
    return strcmp(web->shunned, target->id) == 0 &&
           at_now_ns() < web->shunned_until_ns;
}

// A page that does not answer is left alone for a while: the channel's own
// patience is for pages that are open.
static bool
meet_page(const struct at_op *op, struct web *web, size_t socket,
          const struct at_web_target *target, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    char line[400];
    struct page *known = find_page(web, socket, target->id);
    if (known) {
        known->target = *target;
        known->listed = true;
        return true;
    }
    if (web->count == PAGES_MAX || is_shunned(web, target))
        return true;
    if (open_page(op, web, socket, target, &why)) {
        snprintf(line, sizeof(line), "reads page %.127s of %.95s", target->id,
                 web->sockets.names[socket]);
        web->ground.note(web->ground.user, line);
        return true;
    }
    if (why.code == AT_ECANCELED)
        return at_err_pass(err, &why);
    at_str_cut(web->shunned, sizeof(web->shunned), at_str(target->id));
    web->shunned_until_ns = at_now_ns() + SHUNNED_MS * AT_NS_PER_MS;
    snprintf(line, sizeof(line), "page %.60s is left out: %.240s", target->id,
             why.msg);
    web->ground.note(web->ground.user, line);
    return true;
}

static bool
refresh_socket(const struct at_op *op, struct web *web, size_t socket,
               struct at_err *err)
{
    struct at_web_target targets[AT_WEB_TARGETS_MAX];
    json_t *list;
    if (!get(op, web, socket, "/json/list", &list, err))
        return false;
    size_t count = at_web_list(list, targets);
    bool ok = true;
    json_decref(list);
    for (size_t i = 0; ok && i < count; i++)
        ok = meet_page(op, web, socket, &targets[i], err);
    return ok;
}

// Pages come and go without a word to us: the list is asked for each reading.
static bool
refresh(const struct at_op *op, struct web *web, struct at_err *err)
{
    for (size_t i = 0; i < web->count; i++)
        web->pages[i].listed = false;
    for (size_t i = 0; i < web->sockets.count; i++) {
        if (!refresh_socket(op, web, i, err))
            return false;
    }
    for (size_t i = web->count; i > 0; i--) {
        if (!web->pages[i - 1].listed)
            drop_page(web, i - 1);
    }
    return true;
}

// Several browsers share the name of their sockets: each says whose it is.
static bool
drop_others(const struct at_op *op, struct web *web, struct at_err *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < web->sockets.count; i++) {
        json_t *version;
        if (!get(op, web, i, "/json/version", &version, err))
            return false;
        if (at_web_is_of(version, web->ground.package) && kept++ != i)
            memcpy(web->sockets.names[kept - 1], web->sockets.names[i],
                   sizeof(web->sockets.names[i]));
        json_decref(version);
    }
    web->sockets.count = kept;
    return true;
}

static bool
attach(const struct at_op *op, const struct at_source_ground *ground,
       void **out_state, struct at_err *err)
{
    struct web *web = at_alloc(sizeof(*web));
    web->ground = *ground;
    bool ok = find_sockets(op, web, err);
    if (ok && at_web_is_browser(ground->package))
        ok = drop_others(op, web, err);
    // debugging may be allowed later, so this is no AT_EUNSUPPORTED
    if (ok && web->sockets.count == 0)
        ok = at_fail(err, AT_ENODEV,
                     "not available: %s has no WebView that may be debugged "
                     "(setWebContentsDebuggingEnabled)",
                     ground->package);
    struct at_op sub = at_op_sub(op, at_now_ns(), 2 * (int64_t)ANSWER_MS);
    ok = ok && refresh(&sub, web, err);
    if (!ok) {
        detach(web);
        return false;
    }
    *out_state = web;
    return true;
}

// A page that was closed is none of ours any more; one that does not answer is.
static bool
bear(struct web *web, size_t i, const struct at_err *why, struct at_err *err)
{
    if (why->code == AT_ETIMEOUT || why->code == AT_ECANCELED)
        return at_err_pass(err, why);
    drop_page(web, i);
    return true;
}

static bool
ask(const struct at_op *op, void *state, struct at_pending_list *out,
    struct at_err *err)
{
    struct web *web = state;
    web->news = false;
    for (size_t i = web->count; i > 0; i--) {
        struct at_err why = AT_ERR_INIT;
        struct page *page = &web->pages[i - 1];
        if (page->hidden || at_inspector_ask(op, page->inspector, out, &why))
            continue;
        if (why.code == AT_EDEVICE && // it is loaded anew
            at_inspector_ask(op, page->inspector, out, &why))
            continue;
        if (!bear(web, i - 1, &why, err))
            return false;
    }
    return web->count > 0 || refresh(op, web, err);
}

static bool
get_frames(const struct at_op *op, struct page *page, json_t **out,
           struct at_err *err)
{
    json_t *result;
    if (!at_inspector_call(op, page->inspector, "Page.getFrameTree", NULL,
                           &result, err))
        return false;
    *out = json_incref(json_object_get(result, "frameTree"));
    json_decref(result);
    return *out || at_fail(err, AT_EPROTO, "the page has no frames");
}

static bool
make_world(const struct at_op *op, struct page *page, const json_t *tree,
           json_int_t *out_world, struct at_err *err)
{
    json_t *result;
    json_t *params = json_object();
    const json_t *frame = json_object_get(tree, "frame");
    at_json_set(params, "frameId", json_incref(json_object_get(frame, "id")));
    at_json_set_text(params, "worldName", "agentest");
    if (!at_inspector_call(op, page->inspector, "Page.createIsolatedWorld",
                           params, &result, err))
        return false;
    *out_world =
        json_integer_value(json_object_get(result, "executionContextId"));
    json_decref(result);
    return *out_world != 0 ||
           at_fail(err, AT_EPROTO, "the page has no world for a script");
}

static bool
evaluate_in(const struct at_op *op, struct page *page, json_int_t world,
            const char *expression, struct at_buf *answer, struct at_err *err)
{
    at_buf_clear(answer);
    return at_inspector_evaluate(op, page->inspector, world, expression, answer,
                                 err);
}

static bool
evaluate(const struct at_op *op, struct page *page, struct at_buf *answer,
         struct at_err *err)
{
    json_t *tree = NULL;
    bool ok =
        page->world != 0 || (get_frames(op, page, &tree, err) &&
                             make_world(op, page, tree, &page->world, err));
    json_decref(tree);
    ok = ok && evaluate_in(op, page, page->world, AT_PAGE_ASK, answer, err);
    if (!ok || !at_str_is(at_buf_str(answer), "absent"))
        return ok;
    return evaluate_in(op, page, page->world, at_page_source, answer, err) &&
           evaluate_in(op, page, page->world, AT_PAGE_ASK, answer, err);
}

static void
meet_frame(const struct at_op *op, struct page *page, const json_t *tree,
           struct at_buf *answer)
{
    struct frame *frame = &page->frames[page->frame_count];
    struct at_str id = at_json_get_str(json_object_get(tree, "frame"), "id");
    if (!make_world(op, page, tree, &frame->world, NULL) ||
        !evaluate_in(op, page, frame->world, at_page_source, answer, NULL) ||
        !evaluate_in(op, page, frame->world, "__agentestPath()", answer, NULL))
        return;
    at_str_cut(frame->id, sizeof(frame->id), id);
    at_str_cut(frame->path, sizeof(frame->path), at_buf_str(answer));
    page->frame_count++;
}

// Give each frame of another site a world of its own, as far as there is room.
static void
meet_frames(const struct at_op *op, struct page *page, const json_t *tree,
            struct at_str origin, int depth)
{
    const json_t *children = json_object_get(tree, "childFrames");
    for (size_t i = 0; i < json_array_size(children); i++) {
        const json_t *child = json_array_get(children, i);
        const json_t *frame = json_object_get(child, "frame");
        bool other =
            !at_str_eq(at_json_get_str(frame, "securityOrigin"), origin);
        struct at_buf answer = AT_BUF_INIT(AT_KIB);
        if (other && page->frame_count < FRAMES_MAX)
            meet_frame(op, page, child, &answer);
        at_buf_deinit(&answer);
        if (depth < FRAMES_MAX)
            meet_frames(op, page, child, origin, depth + 1);
    }
}

static struct frame *
find_frame(struct page *page, struct at_str path)
{
    for (size_t i = 0; i < page->frame_count; i++) {
        if (at_str_is(path, page->frames[i].path))
            return &page->frames[i];
    }
    return NULL;
}

// Read one frame of another site into its page. False: it is not known, or
// known no longer.
static bool
read_frame(const struct at_op *op, struct page *page, const json_t *row,
           struct at_web_page *out)
{
    struct at_web_page content = {.rows = NULL};
    struct at_buf ask = AT_BUF_INIT(AT_KIB);
    struct at_buf answer = AT_BUF_INIT(4 * AT_MIB);
    struct frame *frame = find_frame(page, at_json_str(json_array_get(row, 0)));
    at_buf_add_text(&ask, "__agentestPage(");
    bool ok = frame && at_json_write(row, &ask);
    at_buf_add_char(&ask, ')');
    ok =
        ok &&
        evaluate_in(op, page, frame->world, at_buf_text(&ask), &answer, NULL) &&
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
read_frames(const struct at_op *op, struct page *page, struct at_web_page *out)
{
    bool met = false;
    for (size_t i = json_array_size(out->frames); i > 0; i--) {
        const json_t *row = json_array_get(out->frames, i - 1);
        json_t *tree;
        if (read_frame(op, page, row, out) || met ||
            !get_frames(op, page, &tree, NULL))
            continue;
        met = true;
        page->frame_count = 0;
        const json_t *top = json_object_get(tree, "frame");
        meet_frames(op, page, tree, at_json_get_str(top, "securityOrigin"), 0);
        json_decref(tree);
        (void)!read_frame(op, page, row, out);
    }
}

// A page that has been loaded anew has lost the world: once more.
static bool
read_page(const struct at_op *op, struct page *page, struct at_web_page *out,
          struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_buf answer = AT_BUF_INIT(4 * AT_MIB);
    bool ok = evaluate(op, page, &answer, &why);
    if (!ok && why.code != AT_ETIMEOUT && why.code != AT_ECANCELED) {
        page->world = 0;
        page->frame_count = 0;
        ok = evaluate(op, page, &answer, &why);
    }
    ok = ok && at_web_page_parse(at_buf_str(&answer), out, &why);
    if (ok)
        read_frames(op, page, out);
    at_buf_deinit(&answer);
    return ok || at_err_pass(err, &why);
}

// The page's own word counts where it agrees with what is seen: a view may
// reach beyond the screen.
static struct at_rect
place_of(const struct at_web_target *target, struct at_rect view)
{
    struct at_rect place = target->place;
    bool holds = target->placed && place.left <= view.left + PLACED_SLACK_PX &&
                 place.top <= view.top + PLACED_SLACK_PX &&
                 place.right >= view.right - PLACED_SLACK_PX &&
                 place.bottom >= view.bottom - PLACED_SLACK_PX;
    return holds ? place : view;
}

// What of a page was read in one reading.
struct reading {
    struct at_web_page page;
    const struct at_web_target *target;
    bool used;
};

// The page that fits best to a view; alone it fits.
static struct reading *
choose(struct reading readings[PAGES_MAX], size_t count, struct at_rect view,
       bool alone)
{
    struct reading *best = NULL;
    int best_fit = alone ? -1 : FIT_LEAST - 1;
    for (size_t i = 0; i < count; i++) {
        struct reading *one = &readings[i];
        int fit = at_web_fit(one->target, one->page.width_css,
                             one->page.height_css, view);
        if (one->used || one->page.hidden || fit <= best_fit)
            continue;
        best = one;
        best_fit = fit;
    }
    return best;
}

// Say what was left out.
static void
tell(struct at_overlay *overlay, const struct at_web_page *page, size_t omitted)
{
    char closed[80] = "";
    omitted += page->omitted;
    if (page->closed > 0)
        snprintf(closed, sizeof(closed),
                 "%s%zu frame(s) of another site are not read",
                 omitted > 0 ? ", " : "", page->closed);
    if (omitted > 0)
        snprintf(overlay->told, sizeof(overlay->told),
                 "%zu element(s) of the page are left out%s", omitted, closed);
    else
        at_str_cut(overlay->told, sizeof(overlay->told), at_str(closed));
}

static void
build(struct reading readings[PAGES_MAX], size_t count,
      const struct at_overlay_wish *wish, struct at_overlay **out)
{
    struct at_overlay **slot = out;
    bool alone = wish->web_count == 1;
    for (size_t i = 0; i < wish->web_count && i < AT_LEN(wish->web); i++) {
        struct at_rect view = wish->web[i];
        struct reading *one = choose(readings, count, view, alone);
        if (!one)
            continue;
        struct at_overlay *overlay =
            at_overlay_new(AT_OVERLAY_ELEMENTS, at_source_webview.name);
        one->used = true;
        overlay->under = view;
        size_t omitted =
            at_web_page_fill(&one->page, place_of(one->target, view), overlay);
        tell(overlay, &one->page, omitted);
        *slot = overlay;
        slot = &overlay->next;
    }
}

static bool
serves(const struct at_overlay_wish *wish)
{
    return wish->web_count > 0;
}

static bool
read_all(const struct at_op *op, struct web *web,
         const struct at_overlay_wish *wish, struct at_overlay **out,
         struct at_err *err)
{
    struct reading readings[PAGES_MAX];
    size_t count = 0;
    bool ok = refresh(op, web, err);
    for (size_t i = web->count; ok && i > 0; i--) {
        struct at_err why = AT_ERR_INIT;
        struct page *page = &web->pages[i - 1];
        struct reading *one = &readings[count];
        *one = (struct reading){.target = &page->target};
        if (read_page(op, page, &one->page, &why)) {
            page->hidden = one->page.hidden;
            count++;
            continue;
        }
        at_web_page_deinit(&one->page);
        ok = why.code != AT_ETIMEOUT && why.code != AT_ECANCELED;
        if (!ok)
            (void)!at_err_pass(err, &why);
        page->listed = false; // dropped below: others are referred to
    }
    if (ok)
        build(readings, count, wish, out);
    for (size_t i = 0; i < count; i++)
        at_web_page_deinit(&readings[i].page);
    for (size_t i = web->count; ok && i > 0; i--) {
        if (!web->pages[i - 1].listed)
            drop_page(web, i - 1);
    }
    return ok;
}

static bool
read(const struct at_op *op, void *state, const struct at_overlay_wish *wish,
     struct at_overlay **out, struct at_err *err)
{
    *out = NULL;
    return read_all(op, state, wish, out, err);
}

static int
fd(const void *state)
{
    const struct web *web = state;
    return web->count > 0 ? at_inspector_fd(web->pages[0].inspector) : -1;
}

static bool
has(const void *state)
{
    const struct web *web = state;
    bool any = web->news;
    for (size_t i = 0; i < web->count; i++)
        any = any || at_inspector_has(web->pages[i].inspector);
    return any;
}

// Take what is here; where nothing is, the first page's descriptor is readable.
static bool
take(const struct at_op *op, void *state, bool *out_news, struct at_err *err)
{
    struct web *web = state;
    bool here = has(web);
    bool ok = true;
    *out_news = web->news;
    web->news = false;
    for (size_t i = web->count; ok && i > 0; i--) {
        struct at_err why = AT_ERR_INIT;
        bool news = false;
        struct at_inspector *inspector = web->pages[i - 1].inspector;
        if (here ? !at_inspector_has(inspector) : i > 1)
            continue;
        if (!at_inspector_take(op, inspector, &news, &why))
            ok = bear(web, i - 1, &why, err);
        *out_news = *out_news || news;
    }
    *out_news = *out_news || web->news;
    web->news = false;
    return ok;
}

// Only the first page's events wake us.
static int64_t
again_ms(const void *state)
{
    const struct web *web = state;
    bool tells = web->count == 1 && at_inspector_tells(web->pages[0].inspector);
    return tells ? TELLS_AGAIN_MS : ASK_AGAIN_MS;
}

const struct at_sync_source at_source_webview = {
    .name = "webview",
    .tag = "webview",
    .applies = applies,
    .attach = attach,
    .ask = ask,
    .fd = fd,
    .has = has,
    .take = take,
    .serves = serves,
    .reads = "the page of the WebView",
    .read = read,
    .detach = detach,
    .again_ms = again_ms,
    .answer_ms = ANSWER_MS,
    .read_ms = READ_MS,
};
