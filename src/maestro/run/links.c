#include "maestro/run/links.h"

#include "base/compiler.h"
#include "maestro/read/commands.h"
#include "maestro/run/act.h"
#include "maestro/run/look.h"
#include "sys/clock.h"

enum { STATIC_MS = 3000 }; // autoVerify waits so long at most

// Maestro does not look whether an app takes the link.
static bool
pass_link(struct at_maestro_call *call, const struct at_err *why,
          struct at_err *err)
{
    if (why->code != AT_EUSAGE && why->code != AT_EDEVICE)
        return at_err_pass(err, why);
    at_maestro_note(call, "%s", why->msg);
    return true;
}

static bool
open_in_browser(struct at_maestro_call *call, const char *link)
{
    static const char *const browsers[] = {"com.android.chrome",
                                           "org.mozilla.firefox"};
    for (size_t i = 0; i < AT_LEN(browsers); i++) {
        if (at_device_open_link(call->run->op, at_maestro_device(call),
                                browsers[i], link, NULL))
            return true;
    }
    return false;
}

// Find an element in the screen as it is. Return false if it is not there.
static bool
sees(struct at_maestro_call *call, const char *id, struct at_point *out)
{
    struct at_maestro_selector selector;
    struct at_maestro_target target;
    at_maestro_selector_init(&selector);
    selector.id = at_str(id);
    bool found = at_maestro_look(call, &selector, at_now_ns(), &target, NULL);
    if (found)
        *out = at_maestro_node_center(target.found.chosen);
    at_maestro_target_deinit(&target);
    return found;
}

static bool
tap_if_there(struct at_maestro_call *call, const char *id, struct at_err *err)
{
    struct at_point at;
    if (!sees(call, id, &at))
        return true;
    const struct at_input input = {
        .kind = AT_INPUT_TAP, .at = at, .force = true};
    at_maestro_note(call, "tapped %s", id);
    return at_maestro_inject(call, &input, NULL, err) &&
           at_maestro_settle(call, -1, err);
}

// Android asks which app is to open the link. Maestro taps the flow's app by
// its name, and "Just once"; here the app gets the link without the question.
static bool
choose_app(struct at_maestro_call *call, const char *link, struct at_err *err)
{
    struct at_point at;
    struct at_str app = call->run->flow->app_id;
    struct at_err why = AT_ERR_INIT;
    if (app.len == 0 || !sees(call, "android:id/button_once", &at))
        return true;
    const char *package = at_arena_dup(&call->arena, app).ptr;
    if (!at_maestro_press(call, "KEYCODE_BACK", 1, err) ||
        !at_maestro_settle(call, -1, err))
        return false;
    at_app_mark_stale(call->run->app);
    if (!at_device_open_link(call->run->op, at_maestro_device(call), package,
                             link, &why))
        return pass_link(call, &why, err);
    call->run->quiet = false; // that was the screen behind the question
    at_maestro_note(call, "Android asked which app opens the link: took %s",
                    package);
    return at_maestro_settle(call, -1, err);
}

static bool
verify(struct at_maestro_call *call, const char *link, struct at_err *err)
{
    return at_maestro_settle(call, STATIC_MS, err) &&
           choose_app(call, link, err) &&
           tap_if_there(call, "com.android.chrome:id/terms_accept", err) &&
           tap_if_there(call, "com.android.chrome:id/negative_button", err);
}

bool
at_maestro_open_link(struct at_maestro_call *call, struct at_err *err)
{
    const struct at_maestro_command *command = call->command;
    const char *link = at_arena_dup(&call->arena, command->text).ptr;
    struct at_err why = AT_ERR_INIT;
    at_app_mark_stale(call->run->app);
    bool done = command->browser && open_in_browser(call, link);
    if (!done &&
        !at_device_view_link(call->run->op, at_maestro_device(call), link,
                             &why) &&
        !pass_link(call, &why, err))
        return false;
    return command->auto_verify ? verify(call, link, err)
                                : at_maestro_settle(call, -1, err);
}
