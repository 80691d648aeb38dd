// webview_peers.c: which pages an app's WebViews have, and their connections
#include "device/android/framework/webview_priv.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/shell_quote.h"
#include "sys/clock.h"
#include "wire/json.h"

enum {
    SHUNNED_MS = 5000, // a page that did not answer when it was opened
};

bool
at_webview_locate(const struct at_op *op, struct at_webview *web,
                  struct at_err *err)
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
dial(const struct at_op *op, const struct at_webview *web, size_t socket,
     struct at_conn **out, struct at_err *err)
{
    char service[128];
    snprintf(service, sizeof(service), "localabstract:%s",
             web->sockets.names[socket]);
    return at_adb_open(op, &web->ground.adb, service, out, err);
}

static bool
get(const struct at_op *op, const struct at_webview *web, size_t socket,
    const char *path, json_t **out, struct at_err *err)
{
    struct at_conn *conn;
    *out = NULL;
    return dial(op, web, socket, &conn, err) &&
           at_inspector_list(op, conn, "localhost", path, out, err);
}

void
at_webview_drop(struct at_webview *web, size_t i)
{
    at_inspector_free(web->peers[i].inspector);
    web->peers[i] = web->peers[--web->count];
    web->news = true;
}

// Chromium refuses an Origin that was not allowed at its start: none is sent.
static bool
open_peer(const struct at_op *op, struct at_webview *web, size_t socket,
          const struct at_web_target *target, struct at_err *err)
{
    char path[160];
    struct at_conn *conn;
    struct at_pending_list pending = {0};
    struct at_webview_peer *peer = &web->peers[web->count];
    snprintf(path, sizeof(path), "/devtools/page/%.127s", target->id);
    const struct at_websocket_dial how = {
        .target = path,
        .host = "localhost",
        .message_max_bytes = AT_RPC_MESSAGE_MAX_BYTES,
    };
    *peer = (struct at_webview_peer){
        .target = *target, .socket = socket, .listed = true};
    if (!dial(op, web, socket, &conn, err) ||
        !at_inspector_open(op, conn, &how, at_source_webview.name,
                           &peer->inspector, err))
        return false;
    // The probe counts from now on, not from the first wait.
    if (!at_inspector_ask(op, peer->inspector, &pending, err)) {
        at_inspector_free(peer->inspector);
        return false;
    }
    web->count++;
    return true;
}

static struct at_webview_peer *
find_peer(struct at_webview *web, size_t socket, const char *id)
{
    for (size_t i = 0; i < web->count; i++) {
        struct at_webview_peer *peer = &web->peers[i];
        if (peer->socket == socket && strcmp(peer->target.id, id) == 0)
            return peer;
    }
    return NULL;
}

static bool
is_shunned(const struct at_webview *web, const struct at_web_target *target)
{
    return strcmp(web->shunned, target->id) == 0 &&
           at_now_ns() < web->shunned_until_ns;
}

// A page that does not answer is left alone for a while: the channel's own
// patience is for pages that are open.
static bool
meet_peer(const struct at_op *op, struct at_webview *web, size_t socket,
          const struct at_web_target *target, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    char line[400];
    struct at_webview_peer *known = find_peer(web, socket, target->id);
    if (known) {
        known->target = *target;
        known->listed = true;
        return true;
    }
    if (web->count == AT_WEBVIEW_PEERS_MAX || is_shunned(web, target))
        return true;
    if (open_peer(op, web, socket, target, &why)) {
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
refresh_socket(const struct at_op *op, struct at_webview *web, size_t socket,
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
        ok = meet_peer(op, web, socket, &targets[i], err);
    return ok;
}

bool
at_webview_refresh(const struct at_op *op, struct at_webview *web,
                   struct at_err *err)
{
    for (size_t i = 0; i < web->count; i++)
        web->peers[i].listed = false;
    for (size_t i = 0; i < web->sockets.count; i++) {
        if (!refresh_socket(op, web, i, err))
            return false;
    }
    for (size_t i = web->count; i > 0; i--) {
        if (!web->peers[i - 1].listed)
            at_webview_drop(web, i - 1);
    }
    return true;
}

bool
at_webview_drop_others(const struct at_op *op, struct at_webview *web,
                       struct at_err *err)
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
