// webview.c: the pages in an app's WebViews, through their DevTools
//
// A WebView whose app allows debugging, and a browser, listen on a socket of
// the device. Each page has its own connection. Elements are read in an
// isolated world beside the page's scripts, with one more for each frame of
// another site in the same process; frames in another process are only listed.
// The Page domain is never enabled: that would take over the page's dialogs.
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "device/android/framework/web/webview_choose.h"
#include "device/android/framework/web/webview_priv.h"
#include "sys/clock.h"

enum {
    // Shorter than the limit of a reading: a page that does not answer is
    // noticed, and the next reading does not ask it.
    ANSWER_MS = 250,
    READ_MS = 300,
    ASK_AGAIN_MS = 50,
    TELLS_AGAIN_MS = 250,
    READINGS_MAX = 2 * AT_WEBVIEW_OPEN_MAX, // one may take another's place
};

static bool
applies(const struct at_sync_app *app)
{
    return app->shows_web || at_web_is_browser(app->package);
}

static void
detach(void *state)
{
    struct at_webview *web = state;
    for (size_t i = 0; i < web->count; i++)
        at_webview_close(web, &web->peers[i]);
    free(web);
}

// List the pages, and open them as far as there are room and time.
static bool
refresh(const struct at_op *op, struct at_webview *web, struct at_err *err)
{
    struct at_webview_peer *peer;
    bool ok = at_webview_list(op, web, err);
    do
        ok = ok && at_webview_open_next(op, web, NULL, &peer, err);
    while (ok && peer);
    return ok;
}

static bool
attach(const struct at_op *op, const struct at_source_ground *ground,
       void **out_state, struct at_err *err)
{
    struct at_webview *web = at_alloc(sizeof(*web));
    web->ground = *ground;
    bool ok = at_webview_locate(op, web, err);
    if (ok && at_web_is_browser(ground->package))
        ok = at_webview_drop_others(op, web, err);
    // debugging may be allowed later, so AT_EUNSUPPORTED would be wrong
    if (ok && web->sockets.count == 0)
        ok = at_fail(err, AT_ENODEV,
                     "not available: %s has no WebView that may be debugged "
                     "(setWebContentsDebuggingEnabled)",
                     ground->package);
    struct at_op sub = at_op_sub(op, at_now_ns(), at_scaled_ms(2 * ANSWER_MS));
    ok = ok && refresh(&sub, web, err);
    if (!ok) {
        detach(web);
        return false;
    }
    *out_state = web;
    return true;
}

// A round of the pages, and how it went.
struct round {
    struct at_webview *web;
    const struct at_op *op;
};

// The time of one page that is followed by `after` others.
static struct at_op
op_of_one(const struct at_op *op, size_t after)
{
    int64_t now_ns = at_now_ns();
    return at_op_sub(op, now_ns,
                     at_web_share_ms(at_op_left_ms(op, now_ns), after));
}

static bool
count_one(struct round *round, struct at_webview_peer *peer,
          const struct at_op *sub, int64_t began_ns, struct at_err *why)
{
    if (why->code == AT_OK) {
        peer->aside = false;
        return true;
    }
    return at_webview_bear(round->web, peer, at_op_left_ms(sub, began_ns), why);
}

static bool
ask_one(struct round *round, struct at_webview_peer *peer, size_t after,
        struct at_pending_list *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    struct at_op sub = op_of_one(round->op, after);
    const struct at_webview *web = round->web;
    bool ok = at_webview_make_ready(&sub, web, peer, &why) &&
              at_webview_ask(&sub, web, peer, out, &why);
    if (!ok && why.code == AT_EDEVICE) { // the page was reloaded
        why = (struct at_err)AT_ERR_INIT;
        ok = at_webview_ask(&sub, web, peer, out, &why);
    }
    return count_one(round, peer, &sub, began_ns, &why) ||
           at_err_pass(err, &why);
}

// A document does not answer while it is fetched or its scripts run: on the
// screen that is work.
static void
add_silent(const struct at_webview *web, struct at_pending_list *out)
{
    size_t silent = 0;
    size_t wanted = 0;
    size_t found = 0;
    for (size_t i = 0; i < web->count; i++) {
        const struct at_webview_peer *peer = &web->peers[i];
        bool answers = at_webview_answers(peer);
        silent += peer->shown && !answers ? 1 : 0;
        wanted += peer->wanted && !answers ? 1 : 0;
        found += peer->wanted && answers ? 1 : 0;
    }
    if (silent == 0 && (wanted == 0 || found > 0))
        return;
    if (out->count == AT_SYNC_PENDING_MAX) {
        out->omitted++;
        return;
    }
    out->items[out->count++] =
        (struct at_pending){.source = at_source_webview.name,
                            .id = "page",
                            .text = "1 page that does not answer",
                            .due_ms = -1};
}

static bool
awaits_unopened(const struct at_webview *web)
{
    for (size_t i = 0; i < web->count; i++) {
        if (web->peers[i].wanted && !web->peers[i].inspector)
            return true;
    }
    return false;
}

static bool
ask(const struct at_op *op, void *state, struct at_pending_list *out,
    struct at_err *err)
{
    struct at_webview *web = state;
    struct round round = {.web = web, .op = op};
    struct at_webview_peer *peers[AT_WEBVIEW_OPEN_MAX];
    web->news = false;
    size_t count = at_webview_awake(web, peers);
    for (size_t i = 0; i < count; i++) {
        if (!peers[i]->hidden &&
            !ask_one(&round, peers[i], count - i - 1, out, err))
            return false;
    }
    if ((count == 0 || awaits_unopened(web)) && !refresh(op, web, err))
        return false;
    add_silent(web, out);
    return true;
}

// Report what was left out.
static void
tell(struct at_overlay *overlay, const struct at_web_page *page, size_t omitted)
{
    char closed[80] = "";
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

// Describe the part of the page that is unknown; NULL: all of it is known.
static const char *
why_partly(const struct at_web_page *page, size_t omitted)
{
    return omitted > 0        ? "has read only a part of it"
           : page->closed > 0 ? "cannot look into a frame of another site"
           : page->drawn > 0  ? "cannot read the canvas that covers it"
                              : NULL;
}

struct sweep {
    struct round round;
    struct at_web_reading readings[READINGS_MAX];
    struct at_webview_peer *peers[READINGS_MAX]; // peers read
    size_t count; // without those that are hidden
};

// Note the unread pages that the view may show. Return true if there are any.
static bool
want_unread(struct at_webview *web, struct at_rect view)
{
    bool any = false;
    for (size_t i = 0; i < web->count; i++) {
        struct at_webview_peer *peer = &web->peers[i];
        bool elsewhere =
            peer->target.placed && !at_web_is_in(&peer->target, view);
        if (peer->hidden || elsewhere || at_webview_answers(peer))
            continue;
        peer->wanted = true;
        any = true;
    }
    return any;
}

static struct at_overlay *
show_page(struct sweep *sweep, struct at_web_reading *one, struct at_rect view)
{
    struct at_overlay *overlay =
        at_overlay_new(AT_OVERLAY_ELEMENTS, at_source_webview.name);
    one->used = true;
    sweep->peers[one - sweep->readings]->shown = true;
    overlay->under = view;
    size_t omitted =
        at_web_page_fill(&one->page, at_web_place(&one->target, view), overlay);
    omitted += one->page.omitted;
    overlay->lacks = why_partly(&one->page, omitted);
    tell(overlay, &one->page, omitted);
    return overlay;
}

static void
build(struct sweep *sweep, const struct at_overlay_query *query,
      struct at_overlay **out)
{
    struct at_overlay **slot = out;
    bool alone = query->web_count == 1;
    for (size_t i = 0; i < query->web_count && i < AT_LEN(query->web); i++) {
        struct at_rect view = query->web[i];
        struct at_web_reading *one =
            at_web_choose(sweep->readings, sweep->count, view, alone);
        if (one)
            *slot = show_page(sweep, one, view);
        else if (want_unread(sweep->round.web, view))
            *slot = at_overlay_new_lack(at_source_webview.name, view,
                                        "does not answer");
        else
            continue;
        slot = &(*slot)->next;
    }
}

static bool
serves(const struct at_overlay_query *query)
{
    return query->web_count > 0;
}

static bool
read_one(struct sweep *sweep, struct at_webview_peer *peer, size_t after,
         struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_web_reading *one = &sweep->readings[sweep->count];
    int64_t began_ns = at_now_ns();
    struct at_op sub = op_of_one(sweep->round.op, after);
    *one = (struct at_web_reading){.target = peer->target};
    if (at_webview_make_ready(&sub, sweep->round.web, peer, &why) &&
        at_webview_read(&sub, peer, &one->page, &why)) {
        peer->took_ms = (int)((at_now_ns() - began_ns) / AT_NS_PER_MS);
        peer->hidden = one->page.hidden;
        peer->patience.failures = 0;
    }
    if (why.code == AT_OK && !peer->hidden)
        sweep->peers[sweep->count++] = peer;
    else
        at_web_page_deinit(&one->page);
    return count_one(&sweep->round, peer, &sub, began_ns, &why) ||
           at_err_pass(err, &why);
}

// Read known pages first: a new one may not answer.
static bool
read_all(struct sweep *sweep, const struct at_overlay_query *query,
         struct at_err *err)
{
    const struct at_op *op = sweep->round.op;
    struct at_webview *web = sweep->round.web;
    struct at_webview_peer *peers[AT_WEBVIEW_OPEN_MAX];
    struct at_webview_peer *peer = NULL;
    bool ok = at_webview_list(op, web, err);
    size_t count = ok ? at_webview_awake(web, peers) : 0;
    for (size_t i = 0; ok && i < count; i++) {
        if (at_web_worth(&peers[i]->target, false, query) != AT_WEB_ELSEWHERE)
            ok = read_one(sweep, peers[i], count - i - 1, err);
    }
    ok = ok && at_webview_open_next(op, web, query, &peer, err);
    while (ok && peer && sweep->count < READINGS_MAX)
        ok = read_one(sweep, peer, 0, err) &&
             at_webview_open_next(op, web, query, &peer, err);
    return ok;
}

static void
forget_views(struct at_webview *web)
{
    for (size_t i = 0; i < web->count; i++) {
        web->peers[i].shown = false;
        web->peers[i].wanted = false;
    }
}

static bool
read(const struct at_op *op, void *state, const struct at_overlay_query *query,
     struct at_overlay **out, struct at_err *err)
{
    struct sweep sweep = {.round = {.web = state, .op = op}};
    *out = NULL;
    bool ok = read_all(&sweep, query, err);
    forget_views(state);
    if (ok)
        build(&sweep, query, out);
    for (size_t i = 0; i < sweep.count; i++)
        at_web_page_deinit(&sweep.readings[i].page);
    return ok;
}

// The first of the open pages; *out_count is their number.
static const struct at_webview_peer *
first_open(const struct at_webview *web, size_t *out_count)
{
    const struct at_webview_peer *first = NULL;
    *out_count = 0;
    for (size_t i = 0; i < web->count; i++) {
        if (!web->peers[i].inspector)
            continue;
        first = first ? first : &web->peers[i];
        ++*out_count;
    }
    return first;
}

static bool
has_answered(const void *state)
{
    const struct at_webview *web = state;
    bool any = false;
    for (size_t i = 0; i < web->count; i++)
        any = any || at_webview_answers(&web->peers[i]);
    return any;
}

static int
fd(const void *state)
{
    size_t count;
    const struct at_webview_peer *first = first_open(state, &count);
    return first ? at_inspector_fd(first->inspector) : -1;
}

static bool
has(const void *state)
{
    const struct at_webview *web = state;
    bool any = web->news;
    for (size_t i = 0; i < web->count; i++)
        any = any || (web->peers[i].inspector &&
                      at_inspector_has(web->peers[i].inspector));
    return any;
}

// Take what has arrived; if nothing has, the first page's descriptor is
// readable.
static bool
take(const struct at_op *op, void *state, bool *out_news, struct at_err *err)
{
    struct at_webview *web = state;
    size_t count;
    const struct at_webview_peer *first = first_open(web, &count);
    bool here = has(web);
    *out_news = web->news;
    web->news = false;
    for (size_t i = 0; i < web->count; i++) {
        struct at_err why = AT_ERR_INIT;
        struct at_webview_peer *peer = &web->peers[i];
        bool news = false;
        if (!peer->inspector ||
            (here ? !at_inspector_has(peer->inspector) : peer != first))
            continue;
        peer->told = true;
        if (!at_inspector_take(op, peer->inspector, &news, &why) &&
            !at_webview_bear(web, peer, 0, &why))
            return at_err_pass(err, &why);
        *out_news = *out_news || news;
    }
    *out_news = *out_news || web->news;
    web->news = false;
    return true;
}

// Only the first page's events wake us.
static int64_t
again_ms(const void *state)
{
    size_t count;
    const struct at_webview_peer *first = first_open(state, &count);
    bool tells = count == 1 && at_inspector_tells(first->inspector);
    return tells ? TELLS_AGAIN_MS : ASK_AGAIN_MS;
}

const struct at_sync_source at_source_webview = {
    .name = "webview",
    .tag = "webview",
    .applies = applies,
    .attach = attach,
    .has_answered = has_answered,
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
