// helper_requests.c: see helper_requests.h
#include "device/android/backends/helper_requests.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/parse/text.h"
#include "device/android/android_priv.h"
#include "sys/clock.h"
#include "wire/image.h"

enum {
    TWO = 2, // actions that an input may become
    JPEG_QUALITY = 85,
};
static_assert(AT_STEP_INPUTS_MAX * TWO <= AT_HELPER_ACTIONS_MAX,
              "every step fits");

struct helper {
    const char *name;           // name of the backend, a literal
    struct at_helper *helper;   // owned
    struct at_android *android; // borrowed
    int64_t next;      // number of the first event that no wait has seen
    int64_t renewals;  // renewals of its connection, as reported
    int64_t next_told; // first unreported event; 0: start with the next request
};

static void
report_wait(struct helper *helper)
{
    int64_t ms = at_helper_take_waited_ms(helper->helper);
    if (ms > 0)
        at_device_note_fallback(&helper->android->base,
                                "%s: waited %lld ms for the device's one "
                                "UiAutomation, held by what had just ended",
                                helper->name, (long long)ms);
}

void *
at_helper_requests_new(const char *name, struct at_android *android,
                       struct at_helper *opened)
{
    struct helper *helper = at_alloc(sizeof(*helper));
    helper->name = name;
    helper->helper = opened;
    helper->android = android;
    report_wait(helper);
    return helper;
}

struct at_helper *
at_helper_requests_helper(void *self)
{
    return ((struct helper *)self)->helper;
}

void
at_helper_requests_close(void *self)
{
    struct helper *helper = self;
    at_helper_free(helper->helper);
    free(helper);
}

// A tree that fails for another reason than the screen is read by adb, which
// needs the UiAutomation that the helper holds.
enum at_backend_health
at_helper_requests_health(const void *self, enum at_request_kind kind,
                          const struct at_err *err)
{
    const struct helper *helper = self;
    enum at_helper_state state = at_helper_state(helper->helper);
    // Neither an optional request nor one that no backend can carry out
    // restarts it.
    if (kind == AT_REQUEST_FRAMEWORK || err->code == AT_EUSAGE)
        return AT_BACKEND_USABLE;
    if (state == AT_HELPER_STUCK)
        return AT_BACKEND_STUCK;
    if (state == AT_HELPER_LOST)
        return AT_BACKEND_LOST;
    return kind == AT_REQUEST_TREE && err->code != AT_ETREE &&
                   err->code != AT_ETIMEOUT && err->code != AT_ECANCELED
               ? AT_BACKEND_UNUSABLE
               : AT_BACKEND_USABLE;
}

// The helper's protocol has durations from 1 ms.
static int64_t
duration_of(int64_t ms)
{
    return ms < 1 ? 1 : ms;
}

typedef size_t plan_input(const struct at_input *input,
                          struct at_helper_action out[TWO]);

// The helper looks up the element at the moment of the touch.
static void
aim(const struct at_input *input, struct at_helper_action *action)
{
    action->tree = input->tree;
    action->node = input->node;
    action->force = input->force;
}

static size_t
plan_tap(const struct at_input *input, struct at_helper_action out[TWO])
{
    out[0] = (struct at_helper_action){.kind = AT_HELPER_TAP, .at = input->at};
    aim(input, &out[0]);
    return 1;
}

static size_t
plan_double_tap(const struct at_input *input, struct at_helper_action out[TWO])
{
    out[0] = (struct at_helper_action){.kind = AT_HELPER_TAP,
                                       .at = input->at,
                                       .count = 2,
                                       .interval_ms = input->interval_ms};
    aim(input, &out[0]);
    return 1;
}

static size_t
plan_swipe(const struct at_input *input, struct at_helper_action out[TWO])
{
    const struct at_swipe *swipe = &input->swipe;
    bool still = swipe->from.x_px == swipe->to.x_px &&
                 swipe->from.y_px == swipe->to.y_px;
    out[0] = (struct at_helper_action){
        .kind = still ? AT_HELPER_LONG_PRESS : AT_HELPER_SWIPE,
        .at = swipe->from,
        .duration_ms = duration_of(swipe->duration_ms),
        .hold_ms = swipe->rest_ms,
        .swipe = *swipe,
    };
    out[0].swipe.duration_ms = out[0].duration_ms;
    aim(input, &out[0]);
    return 1;
}

static size_t
plan_gesture(const struct at_input *input, struct at_helper_action out[TWO])
{
    out[0] = (struct at_helper_action){.kind = AT_HELPER_GESTURE,
                                       .gesture = input->gesture};
    return 1;
}

static size_t
plan_key(const struct at_input *input, struct at_helper_action out[TWO])
{
    out[0] = (struct at_helper_action){
        .kind = AT_HELPER_KEY, .key = input->text, .count = input->repeat};
    return 1;
}

// The device has no field for an element of a page that it cannot read, but the
// focused element receives keys, including the one that pastes.
static bool
is_for_keys(const struct at_input *input)
{
    return input->kind == AT_INPUT_TEXT && input->node &&
           at_node_has(input->node, AT_NODE_GRAFTED);
}

static enum at_helper_text_method
key_method(struct at_str text)
{
    uint32_t cp;
    size_t at;
    return at_input_text_hindrance(text, &at, &cp) ? AT_HELPER_TEXT_PASTE
                                                   : AT_HELPER_TEXT_KEYS;
}

static size_t
plan_text(const struct at_input *input, struct at_helper_action out[TWO])
{
    struct at_str text = input->text;
    unsigned enters = at_text_split_enters(&text);
    bool replace = input->kind == AT_INPUT_SET_TEXT;
    size_t count = 0;
    if (text.len > 0 || replace) {
        out[count] = (struct at_helper_action){
            .kind = AT_HELPER_TEXT,
            .text = text,
            .mode = replace ? AT_HELPER_TEXT_REPLACE : AT_HELPER_TEXT_INSERT,
            .expected = input->expected,
        };
        if (is_for_keys(input))
            out[count++].method = key_method(text);
        else
            aim(input, &out[count++]);
    }
    if (enters > 0)
        out[count++] = (struct at_helper_action){
            .kind = AT_HELPER_KEY,
            .key = AT_STR("KEYCODE_ENTER"),
            .count = enters,
        };
    return count;
}

static size_t
plan_value(const struct at_input *input, struct at_helper_action out[TWO])
{
    out[0] = (struct at_helper_action){
        .kind = AT_HELPER_PROGRESS, .at = input->at, .value = input->value};
    aim(input, &out[0]);
    return 1;
}

// Write the helper's actions for an input to out. Returns their number.
static size_t
plan_actions(const struct at_input *input, struct at_helper_action out[TWO])
{
    static plan_input *const planners[AT_INPUT_KINDS] = {
        [AT_INPUT_TAP] = plan_tap,
        [AT_INPUT_DOUBLE_TAP] = plan_double_tap,
        [AT_INPUT_SWIPE] = plan_swipe,
        [AT_INPUT_GESTURE] = plan_gesture,
        [AT_INPUT_KEY] = plan_key,
        [AT_INPUT_TEXT] = plan_text,
        [AT_INPUT_SET_TEXT] = plan_text,
        [AT_INPUT_VALUE] = plan_value,
    };
    return planners[input->kind](input, out);
}

static bool
fit(const struct helper *helper, const struct at_input *input,
    struct at_err *err)
{
    const struct at_turned *screen = &helper->android->screen;
    return input->kind != AT_INPUT_GESTURE || screen->width_px == 0 ||
           at_gesture_fit(input->gesture, screen, err);
}

// If no field is focused, nothing was done, and other backends do not need a
// focused field.
static bool
fail_did(const struct at_helper_action_result *did, struct at_err *err)
{
    struct at_str words = at_str(did->why.msg);
    bool no_field = at_str_has(words, AT_STR("NO_FIELD"));
    at_fail(err, no_field ? AT_EUNSUPPORTED : did->why.code, "%.*s",
            AT_STR_ARG(at_str_head(words, 400)));
    return at_err_set_run(err, did->why.may_have_run);
}

// The helper replied, but the system revoked UiAutomation in the meantime: the
// helper cannot lift a finger that is down.
static bool
was_cut_off(const struct at_helper_outcome *outcome, struct at_err *err)
{
    const struct at_helper_action_result *last =
        outcome->result_count > 0 ? &outcome->results[outcome->result_count - 1]
                                  : NULL;
    if (!last || last->ok || last->why.code != AT_ENODEV)
        return false;
    fail_did(last, err);
    return true;
}

static enum at_device_event_kind
kind_of(const struct at_helper_event *event)
{
    if (event->toast)
        return AT_DEVICE_TOAST;
    if (at_str_is(event->type, "TYPE_NOTIFICATION_STATE_CHANGED"))
        return AT_DEVICE_NOTIFICATION;
    return at_str_is(event->type, "TYPE_ANNOUNCEMENT") ? AT_DEVICE_ANNOUNCEMENT
                                                       : AT_DEVICE_WINDOW;
}

// Bring the device's time of an event into this machine's. Both of its times
// are cut to a millisecond: the event may be that much younger, and is not to
// come before the input that caused it. A clock that ran backwards, or a peer
// that lies, gives the present.
static int64_t
when(const struct at_helper_outcome *outcome,
     const struct at_helper_event *event, int64_t now_ns)
{
    bool sane = event->uptime_ms >= 0 &&
                event->uptime_ms < outcome->uptime_ms &&
                outcome->uptime_ms - event->uptime_ms <= now_ns / AT_NS_PER_MS;
    int64_t ago_ms = sane ? outcome->uptime_ms - event->uptime_ms - 1 : 0;
    return now_ns - ago_ms * AT_NS_PER_MS;
}

// Pass on events since the previous request, including those between the two.
static void
report_renewed(struct helper *helper, const struct at_helper_outcome *outcome)
{
    if (outcome->renewals > helper->renewals)
        at_device_note_fallback(&helper->android->base,
                                "helper: no window had content for seconds; "
                                "its connection to the system was renewed");
    if (outcome->tree)
        helper->renewals = outcome->renewals;
}

static void
tell_events(struct helper *helper, const struct at_helper_outcome *outcome)
{
    struct at_device *device = &helper->android->base;
    int64_t now_ns = at_now_ns();
    if (outcome->next_event > 0)
        helper->next_told = outcome->next_event;
    if (outcome->events_missed > 0)
        at_device_tell_event(device, &(const struct at_device_event){
                                         .kind = AT_DEVICE_EVENTS_MISSED,
                                         .at_ns = now_ns,
                                         .count = outcome->events_missed,
                                     });
    for (size_t i = 0; i < outcome->event_count; i++) {
        const struct at_helper_event *event = &outcome->events[i];
        at_device_tell_event(device, &(const struct at_device_event){
                                         .kind = kind_of(event),
                                         .at_ns = when(outcome, event, now_ns),
                                         .package = event->package,
                                         .class_name = event->class_name,
                                         .text = event->text,
                                     });
    }
}

static bool
inject(const struct at_op *op, void *self, const struct at_request *request,
       struct at_err *err)
{
    struct helper *helper = self;
    struct at_helper_action actions[TWO];
    struct at_helper_outcome outcome;
    size_t count = plan_actions(request->input, actions);
    const struct at_helper_step step = {.actions = actions, .count = count};
    if (!fit(helper, request->input, err))
        return false;
    if (count <= 1)
        return count == 0 ||
               at_helper_perform(op, helper->helper, actions, err);
    bool ok = at_helper_do_step(op, helper->helper, &step, &outcome, NULL, err);
    if (ok && outcome.result_count > 0 &&
        !outcome.results[outcome.result_count - 1].ok) {
        ok = fail_did(&outcome.results[outcome.result_count - 1], err);
        if (outcome.result_count > 1)
            at_err_set_run(err, true);
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
read_tree(const struct at_op *op, void *self, const struct at_request *request,
          struct at_err *err)
{
    struct helper *helper = self;
    struct at_snapshot *out = request->snapshot;
    const struct at_helper_tree_options whole = {.package = NULL};
    const struct at_helper_step step = {.tree = &whole,
                                        .since = helper->next_told};
    struct at_helper_outcome outcome;
    *out = (struct at_snapshot){
        .backend = helper->name, .tells_events = true, .began_ns = at_now_ns()};
    bool ok = at_helper_do_step(op, helper->helper, &step, &outcome,
                                source_of(helper, out), err);
    out->took_ns = at_now_ns() - out->began_ns;
    if (ok) {
        tell_events(helper, &outcome);
        report_renewed(helper, &outcome);
        out->tree = outcome.tree;
        outcome.tree = NULL;
        ok = out->tree || at_err_pass(err, &outcome.unread);
    }
    if (!ok)
        at_buf_deinit(&out->source);
    at_helper_outcome_deinit(&outcome);
    return ok;
}

// Return true if it is complete and within the limits, by the sizes that the
// helper reported.
static bool
check_small(const struct at_request *request, const struct at_helper_shot *shot,
            struct at_err *err)
{
    size_t max_px = request->limits->max_side_px;
    struct at_str jpeg = at_buf_str(request->bytes);
    const char *type = at_image_type(jpeg);
    bool whole = type && strcmp(type, "image/jpeg") == 0 &&
                 at_str_ends(jpeg, AT_STR("\xff\xd9"));
    if (!whole || shot->width_px <= 0 || shot->height_px <= 0 ||
        shot->screen_width_px < shot->width_px ||
        shot->screen_height_px < shot->height_px ||
        (size_t)shot->width_px > max_px || (size_t)shot->height_px > max_px)
        return at_fail(err, AT_EPROTO,
                       "the helper's picture is not a JPEG of at most %zu "
                       "pixels a side",
                       max_px);
    *request->info = (struct at_image_info){
        .mime = "image/jpeg",
        .shown_width_px = (size_t)shot->width_px,
        .shown_height_px = (size_t)shot->height_px,
        .device_width_px = (size_t)shot->screen_width_px,
        .device_height_px = (size_t)shot->screen_height_px,
    };
    return true;
}

static bool
take_small_shot(const struct at_op *op, struct helper *helper,
                const struct at_request *request, struct at_err *err)
{
    const struct at_helper_shot_options options = {
        .format = AT_HELPER_JPEG,
        .quality = JPEG_QUALITY,
        .max_side_px = (int64_t)request->limits->max_side_px,
    };
    struct at_helper_shot shot;
    if (at_helper_screenshot(op, helper->helper, &options, request->bytes,
                             &shot, err) &&
        check_small(request, &shot, err))
        return true;
    at_buf_clear(request->bytes);
    return false;
}

static bool
take_shot(const struct at_op *op, void *self, const struct at_request *request,
          struct at_err *err)
{
    struct helper *helper = self;
    if (request->limits)
        return take_small_shot(op, helper, request, err);
    return at_helper_screenshot(op, helper->helper, NULL, request->bytes, NULL,
                                err);
}

// The actions of all inputs in order, and the input that each belongs to.
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
        size_t made =
            plan_actions(&step->inputs[i], &plan->actions[plan->count]);
        while (made-- > 0)
            plan->input_of[plan->count++] = i;
    }
    return true;
}

static void
take_did(const struct plan *plan, const struct at_helper_outcome *outcome,
         const struct at_device_step *step, struct at_device_step_result *out)
{
    out->done = step->count;
    for (size_t i = 0; i < outcome->result_count; i++) {
        if (outcome->results[i].ok)
            continue;
        out->done = plan->input_of[i];
        out->refusal = outcome->results[i].refusal;
        fail_did(&outcome->results[i], &out->failed);
        return;
    }
}

// Describe where the trees differ, for messages about waits.
static void
write_where(const struct at_helper_idle *idle, char *buf, size_t cap)
{
    const struct at_rect *at = &idle->where;
    const char *dot = strrchr(idle->class_name, '.');
    snprintf(buf, cap, "%s %.40s%s%.60s [%d,%d][%d,%d]%s",
             idle->late ? "nothing is shown yet in"
                        : "the tree still changes at",
             dot ? dot + 1 : idle->class_name, idle->id[0] ? " " : "", idle->id,
             (int)at->left, (int)at->top, (int)at->right, (int)at->bottom,
             idle->late || strcmp(idle->part, "text") != 0 ? "" : " (text)");
}

// The helper calls a screen quiet that sends no events and shows the same tree
// twice. One that sends events without end, and yet shows the same, is not.
static void
take_idle(const struct at_helper_outcome *outcome,
          struct at_device_step_result *out)
{
    const struct at_helper_idle *idle = &outcome->idle;
    const struct at_helper_noise *noise = idle->noise;
    out->quiet = outcome->has_idle && idle->idle;
    out->waited_ns = idle->waited_ms * AT_NS_PER_MS;
    if (out->quiet)
        return;
    if (idle->has_where &&
        (idle->late || idle->trees == AT_HELPER_TREES_DIFFER))
        write_where(idle, out->noise, sizeof(out->noise));
    else if (idle->noise_count > 0)
        snprintf(out->noise, sizeof(out->noise), "%.60s %.60s: %lld x %.50s",
                 noise->package, noise->class_name, (long long)noise->count,
                 noise->type);
}

static const struct at_node *
find_ticking(const struct at_helper_idle *idle, const struct at_tree *tree)
{
    const struct at_node *node = tree ? tree->root : NULL;
    if (idle->trees != AT_HELPER_TREES_TICKING || !idle->has_where)
        return NULL;
    while (node && !(at_rect_eq(node->bounds, idle->where) &&
                     at_str_is(node->class_name, idle->class_name)))
        node = at_node_next(node, tree->root);
    return node;
}

static void
take_tree(const struct helper *helper, struct at_helper_outcome *outcome,
          int64_t asked_ns, struct at_device_step_result *out)
{
    int64_t now_ns = at_now_ns();
    struct at_snapshot *snapshot = &out->snapshot;
    snapshot->tree = outcome->tree;
    outcome->tree = NULL;
    if (!snapshot->tree)
        at_fail(&out->unread, AT_ETREE, "%.*s",
                AT_STR_ARG(at_str_head(at_str(outcome->unread.msg), 400)));
    snapshot->backend = helper->name;
    snapshot->tells_events = true;
    // Two trees that the device has compared need no third.
    snapshot->settled = out->quiet ||
                        outcome->idle.trees == AT_HELPER_TREES_EQUAL ||
                        outcome->idle.trees == AT_HELPER_TREES_TICKING;
    if (outcome->idle.late)
        snapshot->settled = false;
    snapshot->ticking = find_ticking(&outcome->idle, snapshot->tree);
    snapshot->began_ns = now_ns - outcome->tree_ms * AT_NS_PER_MS;
    if (snapshot->began_ns < asked_ns)
        snapshot->began_ns = asked_ns;
    snapshot->took_ns = now_ns - snapshot->began_ns;
}

static bool
do_step(const struct at_op *op, void *self, const struct at_request *request,
        struct at_err *err)
{
    struct helper *helper = self;
    struct at_device_step_result *out = request->step_result;
    const struct at_helper_idle_options quiet = {
        .timeout_ms = request->step->timeout_ms,
        .quiet_ms = request->step->quiet_ms,
        .change_ms = request->step->change_ms,
        .since = request->step->change_ms > 0 ? helper->next : 0,
    };
    const struct at_helper_tree_options whole = {.package = NULL};
    struct at_helper_step step = {
        .idle = &quiet, .tree = &whole, .since = helper->next_told};
    struct at_helper_outcome outcome;
    struct plan plan;
    int64_t asked_ns = at_now_ns();
    *out = (struct at_device_step_result){.failed = AT_ERR_INIT};
    if (!make_plan(helper, request->step, &plan, err))
        return false;
    step.actions = plan.actions;
    step.count = plan.count;
    bool ok = at_helper_do_step(op, helper->helper, &step, &outcome,
                                source_of(helper, &out->snapshot), err) &&
              !was_cut_off(&outcome, err);
    if (ok) {
        helper->next = outcome.idle.next;
        tell_events(helper, &outcome);
        report_renewed(helper, &outcome);
        take_did(&plan, &outcome, request->step, out);
        take_idle(&outcome, out);
        take_tree(helper, &outcome, asked_ns, out);
    }
    if (!ok || !out->snapshot.tree)
        at_buf_deinit(&out->snapshot.source);
    at_helper_outcome_deinit(&outcome);
    return ok;
}

// Write as many signals as fit, and the number of the others.
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
find_framework(const struct at_op *op, void *self,
               const struct at_request *request, struct at_err *err)
{
    struct helper *helper = self;
    struct at_helper_framework found;
    if (request->package)
        return at_helper_request_framework(op, helper->helper, request->package,
                                           err);
    bool ok = at_helper_receive_framework(op, helper->helper, &found, err);
    if (ok)
        write_framework(&found, request->framework);
    at_helper_framework_deinit(&found);
    return ok;
}

// adb will read the tree. Closing a helper started by another program would not
// free the device's UiAutomation; that program reacquires it later.
static void
make_room(const struct at_op *op, struct helper *helper)
{
    if (at_helper_is_guest(helper->helper))
        (void)!at_helper_release(op, helper->helper, NULL);
}

bool
at_helper_requests_run(const struct at_op *op, void *self,
                       const struct at_request *request, struct at_err *err)
{
    static at_backend_run *const runs[AT_REQUEST_KINDS] = {
        [AT_REQUEST_TREE] = read_tree,
        [AT_REQUEST_STEP] = do_step,
        [AT_REQUEST_SCREENSHOT] = take_shot,
        [AT_REQUEST_INPUT] = inject,
        [AT_REQUEST_TEXT] = inject,
        [AT_REQUEST_FRAMEWORK] = find_framework,
    };
    bool ok = runs[request->kind](op, self, request, err);
    if (!ok && at_helper_requests_health(self, request->kind, err) ==
                   AT_BACKEND_UNUSABLE)
        make_room(op, self);
    report_wait(self);
    return ok;
}
