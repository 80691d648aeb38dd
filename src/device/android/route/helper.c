// helper.c: the program on the device as a backend
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/helper/helper.h"
#include "device/android/route/backend.h"
#include "device/android/route/lines.h"
#include "device/android/via_adb/via_adb.h"
#include "sys/clock.h"

enum {
    OPEN_MS = 20000, // an install on a slow device is in it
    TWO = 2,         // actions that an input may become
};
static_assert(AT_STEP_INPUTS_MAX * TWO <= AT_HELPER_ACTIONS_MAX,
              "every step fits");

struct helper {
    struct at_helper *helper;   // owned
    struct at_android *android; // borrowed
    bool touched; // the newest call was answered, but not all of it was done
    int64_t next; // number of the first event that no step has seen
};

static void
tell_waited(struct helper *helper)
{
    int64_t ms = at_helper_take_held_ms(helper->helper);

    if (ms > 0)
        at_device_fell_back(&helper->android->base,
                            "helper: waited %lld ms for the device's one "
                            "UiAutomation, held by what had just ended",
                            (long long)ms);
}

static bool
open_helper(const struct at_op *op, struct at_android *android, void **out_self,
            struct at_err *err)
{
    struct at_helper *opened;

    if (!at_helper_open(op, &android->adb, NULL, &opened, err))
        return false;
    struct helper *helper = at_alloc(sizeof(*helper));
    helper->helper = opened;
    helper->android = android;
    tell_waited(helper);
    *out_self = helper;
    return true;
}

static void
close_helper(void *self)
{
    struct helper *helper = self;

    at_helper_free(helper->helper);
    free(helper);
}

// A tree that fails for another reason than the screen's is adb's turn, which
// needs what the helper holds.
static bool
is_lost(const void *self, enum at_want want, const struct at_err *err)
{
    const struct helper *helper = self;

    if (!at_helper_is_up(helper->helper))
        return true;
    return want == AT_WANT_TREE && err->code != AT_ETREE &&
           err->code != AT_ETIMEOUT && err->code != AT_ECANCELED;
}

static bool
is_untouched(const void *self, const struct at_err *err)
{
    const struct helper *helper = self;

    (void)err;
    return !helper->touched && at_helper_untouched(helper->helper);
}

// The helper's wire starts at 1 ms.
static int64_t
duration_of(int64_t ms)
{
    return ms < 1 ? 1 : ms;
}

static struct at_helper_action
swipe_of(const struct at_swipe *swipe)
{
    bool still = swipe->from.x_px == swipe->to.x_px &&
                 swipe->from.y_px == swipe->to.y_px;
    struct at_helper_action action = {
        .kind = still ? AT_HELPER_LONG_PRESS : AT_HELPER_SWIPE,
        .at = swipe->from,
        .duration_ms = duration_of(swipe->duration_ms),
        .swipe = *swipe,
    };

    action.swipe.duration_ms = action.duration_ms;
    return action;
}

static size_t
text_of(const struct at_input *input, struct at_helper_action out[TWO])
{
    struct at_str text = input->text;
    unsigned enters = at_text_split_enters(&text);
    bool replace = input->kind == AT_INPUT_SET_TEXT;
    size_t count = 0;

    if (text.len > 0 || replace)
        out[count++] = (struct at_helper_action){
            .kind = AT_HELPER_TEXT,
            .text = text,
            .mode = replace ? AT_HELPER_TEXT_REPLACE : AT_HELPER_TEXT_INSERT,
        };
    if (enters > 0)
        out[count++] = (struct at_helper_action){
            .kind = AT_HELPER_KEY,
            .key = AT_STR("KEYCODE_ENTER"),
            .count = enters,
        };
    return count;
}

// What an input is in the helper's words; how many.
static size_t
actions_of(const struct at_input *input, struct at_helper_action out[TWO])
{
    switch (input->kind) {
    case AT_INPUT_TAP:
        out[0] =
            (struct at_helper_action){.kind = AT_HELPER_TAP, .at = input->at};
        return 1;
    case AT_INPUT_DOUBLE_TAP:
        out[0] = (struct at_helper_action){.kind = AT_HELPER_TAP,
                                           .at = input->at,
                                           .count = 2,
                                           .interval_ms = input->interval_ms};
        return 1;
    case AT_INPUT_SWIPE:
        out[0] = swipe_of(&input->swipe);
        return 1;
    case AT_INPUT_GESTURE:
        out[0] = (struct at_helper_action){.kind = AT_HELPER_GESTURE,
                                           .gesture = input->gesture};
        return 1;
    case AT_INPUT_KEY:
        out[0] = (struct at_helper_action){
            .kind = AT_HELPER_KEY, .key = input->text, .count = input->repeat};
        return 1;
    case AT_INPUT_TEXT:
    case AT_INPUT_SET_TEXT:
        return text_of(input, out);
    case AT_INPUT_KINDS:
        break;
    }
    return 0;
}

static bool
fit(const struct helper *helper, const struct at_input *input,
    struct at_err *err)
{
    const struct at_turned *screen = &helper->android->screen;

    return input->kind != AT_INPUT_GESTURE || screen->width_px == 0 ||
           at_gesture_fit(input->gesture, screen, err);
}

// Where no field has the focus nothing was done, and others need none.
static bool
fail_did(const struct at_helper_did *did, struct at_err *err)
{
    enum at_code code = did->code ? did->code : AT_EDEVICE;

    if (at_str_has(did->error, AT_STR("NO_FIELD")))
        code = AT_EUNSUPPORTED;
    return at_fail(err, code, "%.*s", AT_STR_ARG(at_str_head(did->error, 400)));
}

// Answered, but the system took UiAutomation away on the way: the helper can
// do nothing about a finger that is down.
static bool
was_cut_off(struct helper *helper, const struct at_helper_outcome *outcome,
            struct at_err *err)
{
    const struct at_helper_did *last =
        outcome->did_count > 0 ? &outcome->did[outcome->did_count - 1] : NULL;

    if (!last || last->ok || last->code != AT_ENODEV)
        return false;
    helper->touched = true;
    fail_did(last, err);
    return true;
}

static bool
inject(const struct at_op *op, void *self, const struct at_ask *ask,
       struct at_err *err)
{
    struct helper *helper = self;
    struct at_helper_action actions[TWO];
    struct at_helper_outcome outcome;
    size_t count = actions_of(ask->input, actions);
    const struct at_helper_step step = {.actions = actions, .count = count};

    helper->touched = false;
    if (!fit(helper, ask->input, err))
        return false;
    if (count <= 1)
        return count == 0 || at_helper_act(op, helper->helper, actions, err);
    bool ok = at_helper_do_step(op, helper->helper, &step, &outcome, NULL, err);
    if (ok && outcome.did_count > 0 && !outcome.did[outcome.did_count - 1].ok) {
        helper->touched = outcome.did_count > 1;
        ok = fail_did(&outcome.did[outcome.did_count - 1], err);
    }
    at_helper_outcome_deinit(&outcome);
    return ok;
}

static struct at_buf *
source_of(const struct helper *helper, struct at_snapshot *out)
{
    out->source_format = "helper";
    if (!helper->android->base.keep_source)
        return NULL;
    out->source = (struct at_buf)AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    return &out->source;
}

static bool
read_tree(const struct at_op *op, void *self, const struct at_ask *ask,
          struct at_err *err)
{
    struct helper *helper = self;
    struct at_snapshot *out = ask->snapshot;

    helper->touched = false;
    *out = (struct at_snapshot){.backend = "helper", .began_ns = at_now_ns()};
    bool ok = at_helper_tree(op, helper->helper, NULL, &out->tree,
                             source_of(helper, out), err);
    out->took_ns = at_now_ns() - out->began_ns;
    if (!ok)
        at_buf_deinit(&out->source);
    return ok;
}

static bool
take_shot(const struct at_op *op, void *self, const struct at_ask *ask,
          struct at_err *err)
{
    struct helper *helper = self;

    helper->touched = false;
    return at_helper_screenshot(op, helper->helper, NULL, ask->bytes, NULL,
                                err);
}

// An input's actions stand together; which input each is of.
struct plan {
    struct at_helper_action actions[AT_STEP_INPUTS_MAX * TWO];
    size_t input_of[AT_STEP_INPUTS_MAX * TWO];
    size_t count;
};

static bool
make_plan(const struct helper *helper, const struct at_device_step *step,
          struct plan *plan, struct at_err *err)
{
    plan->count = 0;
    for (size_t i = 0; i < step->count; i++) {
        if (!fit(helper, &step->inputs[i], err))
            return false;
        size_t made = actions_of(&step->inputs[i], &plan->actions[plan->count]);
        while (made-- > 0)
            plan->input_of[plan->count++] = i;
    }
    return true;
}

static void
take_did(const struct plan *plan, const struct at_helper_outcome *outcome,
         const struct at_device_step *step, struct at_device_stepped *out)
{
    out->done = step->count;
    for (size_t i = 0; i < outcome->did_count; i++) {
        if (outcome->did[i].ok)
            continue;
        out->done = plan->input_of[i];
        fail_did(&outcome->did[i], &out->failed);
        return;
    }
}

static void
take_idle(const struct at_helper_outcome *outcome,
          struct at_device_stepped *out)
{
    const struct at_helper_noise *noise = outcome->idle.noise;

    out->quiet = outcome->has_idle && outcome->idle.idle;
    out->waited_ns = outcome->idle.waited_ms * AT_NS_PER_MS;
    if (!out->quiet && outcome->idle.noise_count > 0)
        snprintf(out->noise, sizeof(out->noise), "%.60s %.60s: %lld x %.50s",
                 noise->package, noise->class_name, (long long)noise->count,
                 noise->type);
    for (size_t i = 0; i < outcome->news_count; i++) {
        if (outcome->news[i].toast)
            at_str_cut(out->toast, sizeof(out->toast), outcome->news[i].text);
    }
}

static void
take_tree(struct at_helper_outcome *outcome, int64_t asked_ns,
          struct at_device_stepped *out)
{
    int64_t now_ns = at_now_ns();
    struct at_snapshot *snapshot = &out->snapshot;

    snapshot->tree = outcome->tree;
    outcome->tree = NULL;
    if (!snapshot->tree)
        at_fail(&out->unread, AT_ETREE, "%.*s",
                AT_STR_ARG(at_str_head(outcome->tree_error, 400)));
    snapshot->backend = "helper";
    snapshot->settled = out->quiet;
    snapshot->began_ns = now_ns - outcome->tree_ms * AT_NS_PER_MS;
    if (snapshot->began_ns < asked_ns)
        snapshot->began_ns = asked_ns;
    snapshot->took_ns = now_ns - snapshot->began_ns;
}

static bool
do_step(const struct at_op *op, void *self, const struct at_ask *ask,
        struct at_err *err)
{
    struct helper *helper = self;
    struct at_device_stepped *out = ask->stepped;
    const struct at_helper_idle_ask quiet = {
        .timeout_ms = ask->step->timeout_ms,
        .quiet_ms = ask->step->quiet_ms,
        .change_ms = ask->step->change_ms,
        .since = ask->step->change_ms > 0 ? helper->next : 0,
    };
    const struct at_helper_tree_ask whole = {.package = NULL};
    struct at_helper_step step = {.idle = &quiet, .tree = &whole};
    struct at_helper_outcome outcome;
    struct plan plan;
    int64_t asked_ns = at_now_ns();

    helper->touched = false;
    *out = (struct at_device_stepped){.failed = AT_ERR_INIT};
    if (!make_plan(helper, ask->step, &plan, err))
        return false;
    step.actions = plan.actions;
    step.count = plan.count;
    bool ok = at_helper_do_step(op, helper->helper, &step, &outcome,
                                source_of(helper, &out->snapshot), err) &&
              !was_cut_off(helper, &outcome, err);
    if (ok) {
        helper->next = outcome.idle.next;
        take_did(&plan, &outcome, ask->step, out);
        take_idle(&outcome, out);
        take_tree(&outcome, asked_ns, out);
    }
    if (!ok || !out->snapshot.tree)
        at_buf_deinit(&out->snapshot.source);
    at_helper_outcome_deinit(&outcome);
    return ok;
}

// As many as there is room for, and how many more there are.
static void
write_signals(const struct at_helper_framework *found, struct at_buf *out)
{
    enum { MORE = 16 };
    size_t i = 0;

    while (i < found->signal_count &&
           out->len + found->signals[i].len + MORE < out->max) {
        at_buf_add_fmt(out, "%s%.*s", i > 0 ? ", " : "",
                       AT_STR_ARG(found->signals[i]));
        i++;
    }
    if (found->signal_count == 0)
        at_buf_add_text(out, "none");
    else if (i < found->signal_count)
        at_buf_add_fmt(out, " +%zu more", found->signal_count - i);
}

static void
write_framework(const struct at_helper_framework *found,
                struct at_framework *out)
{
    struct at_buf signals = AT_BUF_INIT(sizeof(out->signals) - 1);

    write_signals(found, &signals);
    at_str_cut(out->primary, sizeof(out->primary), found->primary);
    at_str_cut(out->signals, sizeof(out->signals), at_buf_str(&signals));
    at_buf_deinit(&signals);
}

static bool
find_framework(const struct at_op *op, void *self, const struct at_ask *ask,
               struct at_err *err)
{
    struct helper *helper = self;
    struct at_helper_framework found;

    helper->touched = false;
    if (ask->package)
        return at_helper_ask_framework(op, helper->helper, ask->package, err);
    bool ok = at_helper_take_framework(op, helper->helper, &found, err);
    if (ok)
        write_framework(&found, ask->framework);
    at_helper_framework_deinit(&found);
    return ok;
}

static bool
run(const struct at_op *op, void *self, const struct at_ask *ask,
    struct at_err *err)
{
    static at_backend_run *const runs[AT_WANT_COUNT] = {
        [AT_WANT_TREE] = read_tree,
        [AT_WANT_STEP] = do_step,
        [AT_WANT_SCREENSHOT] = take_shot,
        [AT_WANT_TOUCH] = inject,
        [AT_WANT_KEY] = inject,
        [AT_WANT_TEXT] = inject,
        [AT_WANT_FRAMEWORK] = find_framework,
    };
    bool ok = runs[ask->want](op, self, ask, err);

    tell_waited(self);
    return ok;
}

const struct at_backend_kind at_backend_helper = {
    .name = "helper",
    .slow = true,
    .alone = true,
    .package = "com.agentest.helper",
    .open_ms = OPEN_MS,
    .open = open_helper,
    .close = close_helper,
    .is_lost = is_lost,
    .untouched = is_untouched,
    .run =
        {
            [AT_WANT_TREE] = run,
            [AT_WANT_STEP] = run,
            [AT_WANT_SCREENSHOT] = run,
            [AT_WANT_TOUCH] = run,
            [AT_WANT_KEY] = run,
            [AT_WANT_TEXT] = run,
            [AT_WANT_FRAMEWORK] = run,
        },
};
