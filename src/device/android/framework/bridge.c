// bridge.c: the idling bridge that an app has built in, asked over adb
//
// A query would start an app that does not run, so it is asked only while its
// process lives.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/shell_quote.h"
#include "device/android/framework/bridge_state.h"
#include "device/android/framework/source.h"

enum {
    ASK_AGAIN_MS = 1000, // a `content` process costs a phone half a second
    ANSWER_MS = 4000,    // the bridge gives the app's main thread one second
};

struct bridge {
    struct at_adb_device adb;
    struct at_buf command; // owned
};

// Natively drawn apps have it seldom, and looking for it costs a command at
// each launch.
static bool
applies(const struct at_sync_app *app)
{
    return *app->framework && strcmp(app->framework, "native") != 0;
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
        at_buf_add_str(out, at_buf_str(&result.err));
    }
    at_adb_result_deinit(&result);
    return ok;
}

// The package's description names the providers that the app has.
static bool
has_provider(const struct at_op *op, struct at_adb_device *adb,
             const char *package, struct at_err *err)
{
    struct at_buf command = AT_BUF_INIT(1024);
    struct at_buf printed = AT_BUF_INIT(3 * AT_MIB);
    const char *const words[] = {"dumpsys", "package", package, NULL};
    char authority[320];
    snprintf(authority, sizeof(authority), "%s.agentest.idling", package);
    bool ok = at_quote_words(&command, words, err) &&
              shell(op, adb, at_buf_text(&command), &printed, err);
    bool has = ok && at_str_has(at_buf_str(&printed), at_str(authority));
    at_buf_deinit(&command);
    at_buf_deinit(&printed);
    return has ||
           (ok && at_fail(err, AT_EUNSUPPORTED,
                          "not present (no AAR added to debugImplementation)"));
}

static bool
write_command(const char *package, struct at_buf *out, struct at_err *err)
{
    char uri[320];
    snprintf(uri, sizeof(uri), "content://%s.agentest.idling/state", package);
    at_buf_add_text(out, "pidof ");
    bool ok = at_quote(out, at_str(package), err);
    at_buf_add_text(out, " >/dev/null && content query --uri ");
    return ok && at_quote(out, at_str(uri), err);
}

static void
detach(void *state)
{
    struct bridge *bridge = state;
    at_buf_deinit(&bridge->command);
    free(bridge);
}

static bool
ask(const struct at_op *op, void *state, struct at_pending_list *out,
    struct at_err *err)
{
    struct bridge *bridge = state;
    struct at_buf printed = AT_BUF_INIT(3 * AT_MIB);
    bool ok =
        shell(op, &bridge->adb, at_buf_text(&bridge->command), &printed, err);
    // without its process it does nothing
    if (ok && at_str_trim(at_buf_str(&printed)).len > 0)
        ok = at_bridge_state_read(at_buf_str(&printed), out, err);
    at_buf_deinit(&printed);
    return ok;
}

static bool
attach(const struct at_op *op, const struct at_source_ground *ground,
       void **out_state, struct at_err *err)
{
    struct at_pending_list pending = {0};
    struct bridge *bridge = at_alloc(sizeof(*bridge));
    bridge->adb = ground->adb;
    bridge->command = (struct at_buf)AT_BUF_INIT(1024);
    if (!has_provider(op, &bridge->adb, ground->package, err) ||
        !write_command(ground->package, &bridge->command, err) ||
        !ask(op, bridge, &pending, err)) {
        detach(bridge);
        return false;
    }
    ground->note(ground->user, "attached over adb");
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
    (void)state;
    return ASK_AGAIN_MS;
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
