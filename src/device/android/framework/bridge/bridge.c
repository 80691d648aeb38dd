// bridge.c: the idling bridge built into an app, asked through the resident
// helper or over adb
//
// A query would start an app that does not run, so it is only sent while the
// app's process lives. The helper is joined if one runs, on a connection of
// this thread, and never started for this.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/shell_quote.h"
#include "device/android/framework/bridge/bridge_state.h"
#include "device/android/framework/source.h"
#include "device/android/helper/helper.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    HELPER_AGAIN_MS = 100,
    ADB_AGAIN_MS = 1000,  // a `content` process costs a phone half a second
    ANSWER_MS = 4000,     // the bridge gives the app's main thread one second
    JOIN_AGAIN_MS = 1000, // if no helper runs
    SPARED_MS = 2000,     // a helper that has failed
    JOIN_MS = 1000,
};

#define OVER_ADB "asked over adb"

struct bridge {
    struct at_source_ground ground; // copied
    struct at_buf command;          // owned
    struct at_helper *helper;       // owned; NULL: queries use adb
    int64_t join_ns;                // earliest next attempt; AT_NEVER_NS: never
    char way[256]; // the newest line of diagnostics on the way used
    int64_t told_wire;
};

// Natively drawn apps seldom have it, and looking for it costs a command at
// each launch.
static bool
applies(const struct at_sync_app *app)
{
    return *app->framework && strcmp(app->framework, "native") != 0;
}

static void
tell_way(struct bridge *bridge, const char *text)
{
    if (strcmp(bridge->way, text) == 0)
        return;
    at_str_cut(bridge->way, sizeof(bridge->way), at_str(text));
    bridge->ground.note(bridge->ground.user, bridge->way);
}

static void
leave_helper(struct bridge *bridge, int64_t join_ns)
{
    at_helper_free(bridge->helper);
    bridge->helper = NULL;
    bridge->join_ns = join_ns;
}

static void
spare_helper(struct bridge *bridge, const struct at_err *why)
{
    char *text = at_strfmt(OVER_ADB ": %s", why->msg);
    tell_way(bridge, text);
    free(text);
    leave_helper(bridge, at_now_ns() + SPARED_MS * AT_NS_PER_MS);
}

// Join a running helper, from time to time.
static void
join_helper(const struct at_op *op, struct bridge *bridge)
{
    struct at_err why = AT_ERR_INIT;
    int64_t now_ns = at_now_ns();
    struct at_op mine = at_op_sub(op, now_ns, JOIN_MS);
    if (bridge->helper || now_ns < bridge->join_ns)
        return;
    bridge->join_ns = now_ns + JOIN_AGAIN_MS * AT_NS_PER_MS;
    if (!at_helper_join(&mine, &bridge->ground.adb, &bridge->helper, &why) &&
        why.code != AT_EUNSUPPORTED) // a helper exists
        spare_helper(bridge, &why);
}

static bool
shell(const struct at_op *op, struct at_adb_device *adb, const char *command,
      struct at_buf *out, struct at_err *err)
{
    struct at_adb_result result;
    at_adb_result_init(&result, AT_MIB);
    bool ok = at_adb_shell(op, adb, command, &result, err);
    if (ok) {
        at_buf_add_str(out, at_buf_str(&result.out));
        at_buf_add_char(out, '\n'); // the device's linker may warn on the other
        at_buf_add_str(out, at_buf_str(&result.err));
    }
    at_adb_result_deinit(&result);
    return ok;
}

static bool
fail_absent(struct at_err *err)
{
    return at_fail(err, AT_EUNSUPPORTED,
                   "not present (no AAR added to debugImplementation)");
}

// The package's description lists the app's providers.
static bool
has_provider(const struct at_op *op, struct bridge *bridge, struct at_err *err)
{
    const char *package = bridge->ground.package;
    struct at_buf command = AT_BUF_INIT(1024);
    struct at_buf printed = AT_BUF_INIT(3 * AT_MIB);
    const char *const words[] = {"dumpsys", "package", package, NULL};
    char authority[320];
    snprintf(authority, sizeof(authority), "%s.agentest.idling", package);
    bool ok =
        at_quote_words(&command, words, err) &&
        shell(op, &bridge->ground.adb, at_buf_text(&command), &printed, err);
    bool has = ok && at_str_has(at_buf_str(&printed), at_str(authority));
    at_buf_deinit(&command);
    at_buf_deinit(&printed);
    return has || (ok && fail_absent(err));
}

static bool
write_command(const char *package, struct at_buf *out, struct at_err *err)
{
    char uri[320];
    snprintf(uri, sizeof(uri), "content://%s.agentest.idling/state", package);
    at_buf_add_text(out, "pidof ");
    bool ok = at_quote(out, at_str(package), err);
    at_buf_add_text(out, " >/dev/null && { content query --uri ");
    ok = ok && at_quote(out, at_str(uri), err);
    at_buf_add_text(out, "; true; } || echo '" AT_BRIDGE_STOPPED "'");
    return ok;
}

static void
detach(void *state)
{
    struct bridge *bridge = state;
    at_helper_free(bridge->helper);
    at_buf_deinit(&bridge->command);
    free(bridge);
}

static bool
read_row(struct bridge *bridge, const struct at_bridge_row *row,
         struct at_pending_list *out, struct at_err *err)
{
    char text[160];
    if (!row->stopped && row->wire > AT_BRIDGE_WIRE &&
        row->wire != bridge->told_wire) {
        bridge->told_wire = row->wire;
        snprintf(text, sizeof(text),
                 "the app's bridge has version %lld, newer than %d of this "
                 "program: read as far as it is understood",
                 (long long)row->wire, AT_BRIDGE_WIRE);
        bridge->ground.note(bridge->ground.user, text);
    }
    return at_bridge_row_read(row, out, err);
}

static bool
ask_adb(const struct at_op *op, struct bridge *bridge,
        struct at_pending_list *out, struct at_err *err)
{
    struct at_bridge_row row;
    struct at_buf printed = AT_BUF_INIT(3 * AT_MIB);
    bool ok = shell(op, &bridge->ground.adb, at_buf_text(&bridge->command),
                    &printed, err);
    ok = ok && at_bridge_row_find(at_buf_str(&printed), &row, err) &&
         read_row(bridge, &row, out, err);
    at_buf_deinit(&printed);
    return ok;
}

// Take the helper's answer. *out_known is false if it reveals nothing about the
// app.
static bool
take_said(struct bridge *bridge, const struct at_helper_idling *said,
          struct at_pending_list *out, bool *out_known, struct at_err *err)
{
    *out_known = said->kind != AT_HELPER_IDLING_CANNOT;
    switch (said->kind) {
    case AT_HELPER_IDLING_CANNOT:
        tell_way(bridge, OVER_ADB ": the helper cannot ask it here");
        leave_helper(bridge, AT_NEVER_NS);
        return true;
    case AT_HELPER_IDLING_ABSENT:
        return fail_absent(err);
    case AT_HELPER_IDLING_LATE:
        at_bridge_add_late(out);
        return true;
    case AT_HELPER_IDLING_STOPPED:
        return true;
    case AT_HELPER_IDLING_SAID:
        break;
    }
    const struct at_bridge_row row = {.wire = said->wire,
                                      .idle = said->idle,
                                      .pending = at_str(said->pending)};
    tell_way(bridge, "asked through the resident helper");
    return read_row(bridge, &row, out, err);
}

// *out_known is false if adb has to be used.
static bool
ask_helper(const struct at_op *op, struct bridge *bridge,
           struct at_pending_list *out, bool *out_known, struct at_err *err)
{
    struct at_helper_idling said;
    struct at_err why = AT_ERR_INIT;
    *out_known = false;
    join_helper(op, bridge);
    if (!bridge->helper)
        return true;
    bool ok = at_helper_idling(op, bridge->helper, bridge->ground.package,
                               &said, &why);
    if (!ok && !at_op_check(op, err))
        return false;
    if (!ok) {
        spare_helper(bridge, &why);
        return true;
    }
    ok = take_said(bridge, &said, out, out_known, err);
    free(said.pending);
    return ok;
}

static bool
ask(const struct at_op *op, void *state, struct at_pending_list *out,
    struct at_err *err)
{
    struct bridge *bridge = state;
    bool known;
    if (!ask_helper(op, bridge, out, &known, err))
        return false;
    if (known)
        return true;
    if (!at_str_starts(at_str(bridge->way), AT_STR(OVER_ADB))) // plus a reason
        tell_way(bridge, OVER_ADB);
    return ask_adb(op, bridge, out, err);
}

// Find out if the app has a bridge: for a running app, the helper reports it.
static bool
find(const struct at_op *op, struct bridge *bridge, struct at_err *err)
{
    struct at_pending_list pending = {0};
    bool known;
    if (!ask_helper(op, bridge, &pending, &known, err))
        return false;
    return (known && bridge->way[0]) ||
           (has_provider(op, bridge, err) && ask(op, bridge, &pending, err));
}

static bool
attach(const struct at_op *op, const struct at_source_ground *ground,
       void **out_state, struct at_err *err)
{
    struct bridge *bridge = at_alloc(sizeof(*bridge));
    bridge->ground = *ground;
    bridge->command = (struct at_buf)AT_BUF_INIT(1024);
    if (!write_command(ground->package, &bridge->command, err) ||
        !find(op, bridge, err)) {
        detach(bridge);
        return false;
    }
    *out_state = bridge;
    return true;
}

static int
fd(const void *state)
{
    (void)state;
    return -1;
}

static int64_t
again_ms(const void *state)
{
    const struct bridge *bridge = state;
    return bridge->helper ? HELPER_AGAIN_MS : ADB_AGAIN_MS;
}

const struct at_sync_source at_source_bridge = {
    .name = "idling_bridge",
    .tag = "idling-bridge",
    .applies = applies,
    .attach = attach,
    .ask = ask,
    .fd = fd,
    .detach = detach,
    .again_ms = again_ms,
    .answer_ms = ANSWER_MS,
};
