// webview.c: the pages in an app's WebViews, through their DevTools
//
// A WebView whose app allows debugging, and a browser, listen at a socket of
// the device. Each page has a connection of its own. Its elements are read in a
// world of their own beside the page's scripts, and frames of other sites that
// share its process in one each; frames in another process are named only.
// The page's domain is never enabled: that would take its dialogs over.
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "device/android/framework/webview_choose.h"
#include "device/android/framework/webview_priv.h"
#include "sys/clock.h"

enum {
    // Below what a reading waits, so that a page that does not answer is known
    // for one and not asked by the next reading.
    ANSWER_MS = 250,
    READ_MS = 300,
    ASK_AGAIN_MS = 50,
    TELLS_AGAIN_MS = 250,
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
    while (web->count > 0)
        at_webview_drop(web, web->count - 1);
    free(web);
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
    // debugging may be allowed later, so this is no AT_EUNSUPPORTED
    if (ok && web->sockets.count == 0)
        ok = at_fail(err, AT_ENODEV,
                     "not available: %s has no WebView that may be debugged "
                     "(setWebContentsDebuggingEnabled)",
                     ground->package);
    struct at_op sub = at_op_sub(op, at_now_ns(), 2 * (int64_t)ANSWER_MS);
    ok = ok && at_webview_refresh(&sub, web, err);
    if (!ok) {
        detach(web);
        return false;
    }
    *out_state = web;
    return true;
}

// A page that was closed is none of ours any more; one that does not answer is.
static bool
bear(struct at_webview *web, size_t i, const struct at_err *why,
     struct at_err *err)
{
    if (why->code == AT_ETIMEOUT || why->code == AT_ECANCELED)
        return at_err_pass(err, why);
    at_webview_drop(web, i);
    return true;
}

static bool
ask(const struct at_op *op, void *state, struct at_pending_list *out,
    struct at_err *err)
{
    struct at_webview *web = state;
    web->news = false;
    for (size_t i = web->count; i > 0; i--) {
        struct at_err why = AT_ERR_INIT;
        struct at_webview_peer *peer = &web->peers[i - 1];
        if (peer->hidden || at_inspector_ask(op, peer->inspector, out, &why))
            continue;
        if (why.code == AT_EDEVICE && // it is loaded anew
            at_inspector_ask(op, peer->inspector, out, &why))
            continue;
        if (!bear(web, i - 1, &why, err))
            return false;
    }
    return web->count > 0 || at_webview_refresh(op, web, err);
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
build(struct at_web_reading readings[AT_WEBVIEW_PEERS_MAX], size_t count,
      const struct at_overlay_wish *wish, struct at_overlay **out)
{
    struct at_overlay **slot = out;
    bool alone = wish->web_count == 1;
    for (size_t i = 0; i < wish->web_count && i < AT_LEN(wish->web); i++) {
        struct at_rect view = wish->web[i];
        struct at_web_reading *one =
            at_web_choose(readings, count, view, alone);
        if (!one)
            continue;
        struct at_overlay *overlay =
            at_overlay_new(AT_OVERLAY_ELEMENTS, at_source_webview.name);
        one->used = true;
        overlay->under = view;
        size_t omitted = at_web_page_fill(
            &one->page, at_web_place(one->target, view), overlay);
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
read_all(const struct at_op *op, struct at_webview *web,
         const struct at_overlay_wish *wish, struct at_overlay **out,
         struct at_err *err)
{
    struct at_web_reading readings[AT_WEBVIEW_PEERS_MAX];
    size_t count = 0;
    bool ok = at_webview_refresh(op, web, err);
    for (size_t i = web->count; ok && i > 0; i--) {
        struct at_err why = AT_ERR_INIT;
        struct at_webview_peer *peer = &web->peers[i - 1];
        struct at_web_reading *one = &readings[count];
        *one = (struct at_web_reading){.target = &peer->target};
        if (at_webview_read(op, peer, &one->page, &why)) {
            peer->hidden = one->page.hidden;
            count++;
            continue;
        }
        at_web_page_deinit(&one->page);
        ok = why.code != AT_ETIMEOUT && why.code != AT_ECANCELED;
        if (!ok)
            (void)!at_err_pass(err, &why);
        peer->listed = false; // dropped below: others are referred to
    }
    if (ok)
        build(readings, count, wish, out);
    for (size_t i = 0; i < count; i++)
        at_web_page_deinit(&readings[i].page);
    for (size_t i = web->count; ok && i > 0; i--) {
        if (!web->peers[i - 1].listed)
            at_webview_drop(web, i - 1);
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
    const struct at_webview *web = state;
    return web->count > 0 ? at_inspector_fd(web->peers[0].inspector) : -1;
}

static bool
has(const void *state)
{
    const struct at_webview *web = state;
    bool any = web->news;
    for (size_t i = 0; i < web->count; i++)
        any = any || at_inspector_has(web->peers[i].inspector);
    return any;
}

// Take what is here; where nothing is, the first page's descriptor is readable.
static bool
take(const struct at_op *op, void *state, bool *out_news, struct at_err *err)
{
    struct at_webview *web = state;
    bool here = has(web);
    bool ok = true;
    *out_news = web->news;
    web->news = false;
    for (size_t i = web->count; ok && i > 0; i--) {
        struct at_err why = AT_ERR_INIT;
        bool news = false;
        struct at_inspector *inspector = web->peers[i - 1].inspector;
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
    const struct at_webview *web = state;
    bool tells = web->count == 1 && at_inspector_tells(web->peers[0].inspector);
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
