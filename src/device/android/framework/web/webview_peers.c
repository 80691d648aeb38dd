// webview_peers.c: the pages of an app's WebViews, and their connections
#include "device/android/framework/web/webview_priv.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/shell_quote.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/json.h"

enum {
    // The cost of a page that does not open, once for a reading.
    OPEN_LEAST_MS = 40,
    OPEN_MOST_MS = 160,
    UNREAD_MS = 1000, // longer than all that have answered
    OWED_MS = 5000,   // after which an answer may have been lost
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

static void
note_peer(const struct at_webview *web, const struct at_webview_peer *peer,
          const char *text)
{
    char line[480];
    snprintf(line, sizeof(line), "page %.127s %.300s", peer->target.id, text);
    web->ground.note(web->ground.user, line);
}

static void
fail_once(struct at_webview_patience *patience, int64_t pause_ms)
{
    patience->failures++;
    patience->until_ns = at_now_ns() + pause_ms * AT_NS_PER_MS;
}

static bool
is_over(const struct at_webview_patience *patience)
{
    return at_now_ns() >= patience->until_ns;
}

void
at_webview_close(struct at_webview *web, struct at_webview_peer *peer)
{
    web->news = web->news || peer->inspector;
    at_inspector_free(peer->inspector);
    *peer = (struct at_webview_peer){.target = peer->target,
                                     .socket = peer->socket,
                                     .position = peer->position,
                                     .listed = peer->listed,
                                     .hidden = peer->hidden,
                                     .patience = peer->patience};
}

bool
at_webview_answers(const struct at_webview_peer *peer)
{
    return peer->inspector && peer->ready && !peer->aside;
}

static void
add_mute(struct at_pending_list *out)
{
    if (out->count == AT_SYNC_PENDING_MAX) {
        out->omitted++;
        return;
    }
    out->items[out->count++] =
        (struct at_pending){.source = at_source_webview.name,
                            .id = "probe",
                            .text = "a page whose scripts break the probe",
                            .due_ms = -1,
                            .endless = true};
}

static bool
is_mute(const struct at_webview_peer *peer)
{
    return peer->mute &&
           peer->mute_losses == at_inspector_losses(peer->inspector);
}

static void
mute(const struct at_webview *web, struct at_webview_peer *peer,
     const struct at_err *why)
{
    char line[320];
    peer->mute = true;
    peer->mute_losses = at_inspector_losses(peer->inspector);
    snprintf(line, sizeof(line), "is read, and not waited for: %.240s",
             why->msg);
    note_peer(web, peer, line);
}

bool
at_webview_ask(const struct at_op *op, const struct at_webview *web,
               struct at_webview_peer *peer, struct at_pending_list *out,
               struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    size_t count = out->count;
    if (!is_mute(peer)) {
        peer->mute = false;
        if (at_inspector_ask(op, peer->inspector, out, &why))
            return true;
        if (why.code != AT_EPROTO)
            return at_err_pass(err, &why);
        out->count = count;
        mute(web, peer, &why);
    }
    add_mute(out);
    return true;
}

// The probe counts from its injection, not from the first wait.
bool
at_webview_make_ready(const struct at_op *op, const struct at_webview *web,
                      struct at_webview_peer *peer, struct at_err *err)
{
    struct at_pending_list pending = {0};
    peer->ready =
        peer->ready || (at_inspector_enable(op, peer->inspector, err) &&
                        at_webview_ask(op, web, peer, &pending, err));
    return peer->ready;
}

// Chromium refuses an Origin that was not allowed at its start, so none is
// sent.
static bool
open_peer(const struct at_op *op, const struct at_webview *web,
          struct at_webview_peer *peer, struct at_err *err)
{
    char path[160];
    struct at_conn *conn;
    snprintf(path, sizeof(path), "/devtools/page/%.127s", peer->target.id);
    const struct at_websocket_dial how = {
        .target = path,
        .host = "localhost",
        .message_max_bytes = AT_RPC_MESSAGE_MAX_BYTES,
    };
    return dial(op, web, peer->socket, &conn, err) &&
           at_inspector_dial(op, conn, &how, at_source_webview.name,
                             &peer->inspector, err) &&
           at_webview_make_ready(op, web, peer, err);
}

// Return true if the first deserves a connection more than the second. Chromium
// lists the most recently active page first.
static bool
is_better(const struct at_webview_peer *one,
          const struct at_webview_peer *another,
          const struct at_overlay_query *query)
{
    enum at_web_worth worth = at_web_worth(&one->target, one->hidden, query);
    enum at_web_worth than =
        at_web_worth(&another->target, another->hidden, query);
    return worth > than || (worth == than && one->position < another->position);
}

// Find the best closed page that may be tried, and count them.
static struct at_webview_peer *
find_closed(struct at_webview *web, const struct at_overlay_query *query,
            size_t *out_count)
{
    struct at_webview_peer *best = NULL;
    *out_count = 0;
    for (size_t i = 0; i < web->count; i++) {
        struct at_webview_peer *peer = &web->peers[i];
        if (peer->inspector || !is_over(&peer->patience))
            continue;
        ++*out_count;
        if (!best || is_better(peer, best, query))
            best = peer;
    }
    return best;
}

// A page that did not answer is worth least.
static bool
make_room(struct at_webview *web, const struct at_webview_peer *newcomer,
          const struct at_overlay_query *query)
{
    struct at_webview_peer *worst = NULL;
    size_t count = 0;
    for (size_t i = 0; i < web->count; i++) {
        struct at_webview_peer *peer = &web->peers[i];
        if (!peer->inspector)
            continue;
        count++;
        if (!worst || (peer->aside && !worst->aside) ||
            (peer->aside == worst->aside && is_better(worst, peer, query)))
            worst = peer;
    }
    if (count < AT_WEBVIEW_OPEN_MAX)
        return true;
    if (!worst->aside && !is_better(newcomer, worst, query))
        return false;
    if (worst->aside) // otherwise it would be tried next
        fail_once(&worst->patience,
                  at_web_pause_ms(worst->patience.failures + 1));
    at_webview_close(web, worst);
    return true;
}

// Each page to be tried has its own time.
static struct at_op
op_to_open(const struct at_op *op, size_t count)
{
    int64_t now_ns = at_now_ns();
    int ms = at_op_left_ms(op, now_ns) / (int)count;
    int most_ms = (int)at_scaled_ms(OPEN_MOST_MS);
    ms = ms > most_ms ? most_ms : ms;
    return at_op_sub(op, now_ns, ms < OPEN_LEAST_MS ? OPEN_LEAST_MS : ms);
}

// A page that has just become silent counts again as soon as it answers; after
// that it is ignored for a time. A script that had to be ended would have to be
// ended again.
static void
put_aside(struct at_webview *web, struct at_webview_peer *peer,
          const struct at_err *why)
{
    char line[320];
    bool was_aside = peer->aside;
    bool silent = why->code == AT_ETIMEOUT;
    int failures = peer->patience.failures + (silent ? 0 : 1);
    if (!was_aside || is_over(&peer->patience))
        fail_once(&peer->patience, at_web_pause_ms(failures));
    peer->aside = true;
    peer->owes = silent;
    peer->told = false;
    peer->asked_ns = at_now_ns();
    if (was_aside)
        return;
    snprintf(line, sizeof(line), "is left out: %.240s",
             silent ? "it does not answer" : why->msg);
    note_peer(web, peer, line);
}

// A page that doesn't answer keeps its connection: the answer arrives on it.
// False: cancelled.
static bool
bear_closed(struct at_webview *web, struct at_webview_peer *peer,
            const struct at_err *why)
{
    char line[320];
    if (why->code == AT_ETIMEOUT && peer->inspector) {
        put_aside(web, peer, why);
        return true;
    }
    at_webview_close(web, peer);
    if (why->code == AT_ECANCELED)
        return false;
    fail_once(&peer->patience, at_web_pause_ms(peer->patience.failures + 1));
    snprintf(line, sizeof(line), "is left out: %.240s", why->msg);
    note_peer(web, peer, line);
    return true;
}

bool
at_webview_open_next(const struct at_op *op, struct at_webview *web,
                     const struct at_overlay_query *query,
                     struct at_webview_peer **out, struct at_err *err)
{
    size_t count;
    *out = NULL;
    for (;;) {
        char line[320];
        struct at_err why = AT_ERR_INIT;
        struct at_webview_peer *peer = find_closed(web, query, &count);
        if (!peer || at_op_left_ms(op, at_now_ns()) < OPEN_LEAST_MS ||
            !make_room(web, peer, query))
            return true;
        struct at_op sub = op_to_open(op, count);
        if (open_peer(&sub, web, peer, &why)) {
            snprintf(line, sizeof(line), "reads page %.127s of %.95s",
                     peer->target.id, web->sockets.names[peer->socket]);
            web->ground.note(web->ground.user, line);
            *out = peer;
            return true;
        }
        if (!bear_closed(web, peer, &why))
            return at_err_pass(err, &why);
    }
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

// A page that has moved up in the list has become active: it may be visible.
static void
meet_peer(struct at_webview *web, size_t socket, size_t position,
          const struct at_web_target *target)
{
    struct at_webview_peer *peer = find_peer(web, socket, target->id);
    if (!peer && web->count == AT_WEBVIEW_PEERS_MAX)
        return;
    if (!peer) {
        peer = &web->peers[web->count++];
        *peer = (struct at_webview_peer){.socket = socket};
    }
    peer->hidden = peer->hidden && position >= peer->position;
    peer->target = *target;
    peer->position = position;
    peer->listed = true;
}

static void
drop_unlisted(struct at_webview *web, size_t socket)
{
    size_t kept = 0;
    for (size_t i = 0; i < web->count; i++) {
        struct at_webview_peer *peer = &web->peers[i];
        if (peer->socket == socket && !peer->listed) {
            at_webview_close(web, peer);
            continue;
        }
        if (kept != i)
            web->peers[kept] = *peer;
        kept++;
    }
    web->count = kept;
}

static bool
list_socket(const struct at_op *op, struct at_webview *web, size_t socket,
            struct at_err *err)
{
    struct at_web_target targets[AT_WEB_TARGETS_MAX];
    json_t *list;
    if (!get(op, web, socket, "/json/list", &list, err))
        return false;
    size_t count = at_web_list(list, targets);
    json_decref(list);
    for (size_t i = 0; i < web->count; i++)
        web->peers[i].listed =
            web->peers[i].listed && web->peers[i].socket != socket;
    for (size_t i = 0; i < count; i++)
        meet_peer(web, socket, i, &targets[i]);
    drop_unlisted(web, socket);
    return true;
}

// A process that does not answer, such as a frozen one, must not delay the
// others.
bool
at_webview_list(const struct at_op *op, struct at_webview *web,
                struct at_err *err)
{
    struct at_err last = AT_ERR_INIT;
    size_t due = 0;
    size_t answered = 0;
    for (size_t i = 0; i < web->sockets.count; i++)
        due += is_over(&web->patience[i]) ? 1 : 0;
    bool all = due == 0;
    size_t after = all ? web->sockets.count : due;
    for (size_t i = 0; i < web->sockets.count; i++) {
        struct at_err why = AT_ERR_INIT;
        if (!all && !is_over(&web->patience[i]))
            continue;
        int64_t now_ns = at_now_ns();
        struct at_op sub = at_op_sub(
            op, now_ns, at_web_share_ms(at_op_left_ms(op, now_ns), --after));
        if (list_socket(&sub, web, i, &why)) {
            web->patience[i].failures = 0;
            answered++;
            continue;
        }
        if (why.code != AT_ETIMEOUT)
            return at_err_pass(err, &why);
        last = why;
        fail_once(&web->patience[i],
                  at_web_pause_ms(web->patience[i].failures + 1));
    }
    return answered > 0 || at_err_pass(err, &last);
}

static bool
has_news(const struct at_webview_peer *peer)
{
    const struct at_op now = {.deadline_ns = 0};
    return peer->told || at_inspector_has(peer->inspector) ||
           at_op_wait_fd(&now, at_inspector_fd(peer->inspector), POLLIN, NULL);
}

// Return true if a page put aside for its silence has said anything since.
static bool
is_awake(const struct at_webview_peer *peer)
{
    bool lost = at_now_ns() - peer->asked_ns >= OWED_MS * AT_NS_PER_MS;
    return !peer->aside || (is_over(&peer->patience) &&
                            (!peer->owes || lost || has_news(peer)));
}

static size_t
insert_quick(struct at_webview_peer *out[AT_WEBVIEW_OPEN_MAX], size_t count,
             struct at_webview_peer *peer)
{
    size_t at = count;
    for (; at > 0 && out[at - 1]->took_ms > peer->took_ms; at--)
        out[at] = out[at - 1];
    out[at] = peer;
    return count + 1;
}

size_t
at_webview_awake(struct at_webview *web,
                 struct at_webview_peer *out[AT_WEBVIEW_OPEN_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < web->count; i++) {
        struct at_webview_peer *peer = &web->peers[i];
        if (peer->inspector && is_awake(peer))
            count = insert_quick(out, count, peer);
    }
    return count;
}

// A lost page may have been reloaded: open it again at once, twice at most.
bool
at_webview_bear(struct at_webview *web, struct at_webview_peer *peer,
                int had_ms, const struct at_err *why)
{
    peer->took_ms = UNREAD_MS;
    if (why->code == AT_ECANCELED)
        return false;
    if (why->code == AT_ELIMIT ||
        (why->code == AT_ETIMEOUT &&
         had_ms >= at_scaled_ms(AT_WEBVIEW_FAIR_MS))) {
        put_aside(web, peer, why);
    } else if (why->code != AT_ETIMEOUT) {
        fail_once(&peer->patience,
                  at_web_pause_ms(peer->patience.failures - 1));
        at_webview_close(web, peer);
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
