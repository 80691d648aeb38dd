// answers.c: see answers.h
#include "device/android/helper/answers.h"

#include "base/alloc.h"
#include "base/quote.h"
#include "device/android/helper/target.h"
#include "screen/helper_json.h"
#include "screen/role.h"

enum { EVENTS_MAX = 64, LIST_MAX = 1000, THERE_MAX_BYTES = 100 };

#define MS_MAX (INT64_MAX / AT_NS_PER_MS / 4)

static const struct {
    const char *name;
    enum at_code code;
    bool may_have_run;
    bool lost;
    const char *remedy;
} codes[] = {
    {"BAD_REQUEST", AT_EUSAGE, false, false, NULL},
    {"UNAUTHORIZED", AT_EPROTO, false, true,
     "another program started this helper"},
    {"NOT_FOUND", AT_EPROTO, false, false, NULL},
    {"METHOD_NOT_ALLOWED", AT_EPROTO, false, false, NULL},
    {"NO_WINDOW", AT_ETREE, false, false, NULL},
    {"NO_FIELD", AT_EDEVICE, false, false, NULL},
    {"TEXT_NOT_TYPED", AT_EUNSUPPORTED, false, false, NULL},
    {"TEXT_OTHER", AT_ETEXT, true, false, NULL},
    {"INPUT_FORBIDDEN", AT_EUNSUPPORTED, false, false,
     "switch on 'USB debugging (Security settings)' in the developer options "
     "and restart the device"},
    {"INPUT_NOT_DELIVERED", AT_EDEVICE, true, false, NULL},
    {"NO_PACKAGE", AT_ENOAPP, false, false, NULL},
    {"IDLING_ABSENT", AT_ENOTFOUND, false, false, NULL},
    {"IDLING_LATE", AT_EDEVICE, false, false, NULL},
    {"IDLING_UNSUPPORTED", AT_EUNSUPPORTED, false, false, NULL},
    {"RELEASED", AT_EBUSY, false, false, NULL},
    {"UIAUTOMATION_HELD", AT_EBUSY, false, false, NULL},
    {"TARGET_GONE", AT_ENOTFOUND, false, false, NULL},
    {"TARGET_AMBIGUOUS", AT_ENOTFOUND, false, false, NULL},
    {"TARGET_COVERED", AT_ENOTFOUND, false, false, NULL},
    {"TARGET_MOVING", AT_ENOTFOUND, false, false, NULL},
    {"BODY_TOO_LARGE", AT_ELIMIT, false, false, NULL},
    {"HEAD_TOO_LARGE", AT_ELIMIT, false, false, NULL},
    {"INTERNAL", AT_EDEVICE, true, false, NULL},
    {"SCREENSHOT_FAILED", AT_EDEVICE, false, false, NULL},
    {"BUSY", AT_EBUSY, false, false, NULL},
    {"UIAUTOMATION_LOST", AT_ENODEV, true, true, NULL},
};

// Write the element at the target's place or on top of it: 'Button "Delete"'.
static void
write_there(const json_t *there, struct at_buf *out)
{
    static const char *const names[] = {"text", "desc", "label"};
    struct at_str name = AT_STR("");
    for (size_t i = 0; i < AT_LEN(names) && name.len == 0; i++)
        name = at_json_get_str(there, names[i]);
    struct at_str id = at_json_get_str(there, "id");
    at_quote_cut(at_class_short_name(at_json_get_str(there, "class")),
                 THERE_MAX_BYTES, out);
    if (name.len > 0) {
        at_buf_add_text(out, " ");
        at_quote_write(at_utf8_head(name, THERE_MAX_BYTES), out);
    }
    if (id.len > 0)
        at_buf_add_fmt(out, " #%s", AT_NAME(id));
    at_buf_add_fmt(out, " of %s", AT_NAME(at_json_get_str(there, "package")));
}

static void
add_there(const json_t *error, struct at_err *err)
{
    const json_t *there = json_object_get(error, "there");
    struct at_buf text = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (!json_is_object(there))
        return;
    write_there(there, &text);
    at_err_add(err, "there is now: %s", at_buf_text(&text));
    at_buf_deinit(&text);
}

static bool
fail_shape(const char *what, struct at_err *err)
{
    return at_fail(err, AT_EPROTO, "the helper's answer has no %s", what);
}

// error is the object with code and message.
static bool
fail_refused(const json_t *error, bool *out_lost, struct at_err *err)
{
    struct at_str name = at_json_get_str(error, "code");
    struct at_str words =
        at_utf8_head(at_json_get_str(error, "message"), AT_ERR_MSG_MAX / 2);
    if (name.len == 0) {
        fail_shape("code of its error", err);
        return at_err_set_run(err, true);
    }
    for (size_t i = 0; i < AT_LEN(codes); i++) {
        if (!at_str_is(name, codes[i].name))
            continue;
        at_fail(err, codes[i].code, "%.*s (%s)", AT_STR_ARG(words),
                codes[i].name);
        if (codes[i].remedy)
            at_err_add(err, "%s", codes[i].remedy);
        add_there(error, err);
        *out_lost = codes[i].lost;
        return at_err_set_run(err, codes[i].may_have_run);
    }
    at_fail(err, AT_EDEVICE, "%.*s (%.*s)", AT_STR_ARG(words),
            AT_STR_ARG(at_utf8_head(name, 64)));
    return at_err_set_run(err, true);
}

bool
at_helper_read_ok(const json_t *answer, bool *out_lost, struct at_err *err)
{
    const json_t *ok = json_object_get(answer, "ok");
    *out_lost = false;
    if (!json_is_boolean(ok)) {
        fail_shape("'ok'", err);
        return at_err_set_run(err, true);
    }
    return json_is_true(ok) ||
           fail_refused(json_object_get(answer, "error"), out_lost, err);
}

static int64_t
int_of(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

// A duration, of a helper that may lie: sums with it must not
// overflow.
static int64_t
ms_of(const json_t *object, const char *name)
{
    int64_t ms = int_of(object, name);
    return ms < 0 ? 0 : ms < MS_MAX ? ms : MS_MAX;
}

static bool
has_int(const json_t *object, const char *name)
{
    return json_is_integer(json_object_get(object, name));
}

bool
at_helper_read_frame(const json_t *answer, struct at_helper_frame *out,
                     struct at_err *err)
{
    const json_t *changed = json_object_get(answer, "changed");
    if (!has_int(answer, "frame") || !json_is_boolean(changed))
        return fail_shape("frame", err);
    *out = (struct at_helper_frame){.number = int_of(answer, "frame"),
                                    .changed = json_is_true(changed)};
    return true;
}

bool
at_helper_read_status(const json_t *answer, struct at_helper_status *out,
                      struct at_err *err)
{
    *out = (struct at_helper_status){.sdk = int_of(answer, "sdkInt")};
    if (!at_str_is(at_json_get_str(answer, "name"), "com.agentest.helper"))
        return at_fail(err, AT_EPROTO,
                       "another program answers on the helper's port");
    if (!has_int(answer, "protocolVersion") || !has_int(answer, "versionCode"))
        return fail_shape("version", err);
    out->protocol_version = int_of(answer, "protocolVersion");
    out->version_code = int_of(answer, "versionCode");
    out->linger_ms = ms_of(answer, "lingerMs");
    at_str_cut(out->version, sizeof(out->version),
               at_json_get_str(answer, "version"));
    at_str_cut(out->model, sizeof(out->model),
               at_json_get_str(answer, "device"));
    at_str_cut(out->manufacturer, sizeof(out->manufacturer),
               at_json_get_str(answer, "manufacturer"));
    return true;
}

static void
read_noise(const json_t *list, struct at_helper_idle *out)
{
    const json_t *each;
    size_t i;
    json_array_foreach(list, i, each)
    {
        if (out->noise_count == AT_HELPER_NOISE_MAX)
            break;
        struct at_helper_noise *noise = &out->noise[out->noise_count++];
        at_str_cut(noise->package, sizeof(noise->package),
                   at_json_get_str(each, "package"));
        at_str_cut(noise->class_name, sizeof(noise->class_name),
                   at_json_get_str(each, "class"));
        at_str_cut(noise->type, sizeof(noise->type),
                   at_json_get_str(each, "type"));
        noise->count = int_of(each, "count");
    }
}

static int32_t
px_of(const json_t *list, size_t i)
{
    json_int_t px = json_integer_value(json_array_get(list, i));
    return px > INT16_MAX   ? INT16_MAX
           : px < INT16_MIN ? INT16_MIN
                            : (int32_t)px;
}

static void
read_where(const json_t *differs, struct at_helper_idle *out)
{
    const json_t *bounds = json_object_get(differs, "bounds");
    out->has_where = json_array_size(bounds) == 4;
    if (!out->has_where)
        return;
    out->where = (struct at_rect){px_of(bounds, 0), px_of(bounds, 1),
                                  px_of(bounds, 2), px_of(bounds, 3)};
    at_str_cut(out->class_name, sizeof(out->class_name),
               at_json_get_str(differs, "class"));
    at_str_cut(out->id, sizeof(out->id), at_json_get_str(differs, "id"));
    at_str_cut(out->part, sizeof(out->part), at_json_get_str(differs, "part"));
}

static void
read_comparison(const json_t *answer, struct at_helper_idle *out)
{
    static const char *const words[] = {
        [AT_HELPER_TREES_EQUAL] = "equal",
        [AT_HELPER_TREES_TICKING] = "ticking",
        [AT_HELPER_TREES_DIFFER] = "differ",
    };
    struct at_str trees = at_json_get_str(answer, "trees");
    for (size_t i = AT_HELPER_TREES_EQUAL; i < AT_LEN(words); i++) {
        if (at_str_is(trees, words[i]))
            out->trees = (enum at_helper_trees)i;
    }
    out->late = at_str_is(at_json_get_str(answer, "reason"), "tree_late");
    read_where(json_object_get(answer, "differs"), out);
}

bool
at_helper_read_idle(const json_t *answer, struct at_helper_idle *out,
                    struct at_err *err)
{
    const json_t *idle = json_object_get(answer, "idle");
    *out = (struct at_helper_idle){.idle = json_is_true(idle)};
    if (!json_is_boolean(idle))
        return fail_shape("'idle'", err);
    out->waited_ms = ms_of(answer, "waitedMs");
    out->next = int_of(answer, "next");
    read_noise(json_object_get(answer, "noisy"), out);
    read_comparison(answer, out);
    return true;
}

static struct at_str
keep(struct at_arena *arena, struct at_str text)
{
    return text.len > 0 ? at_arena_dup(arena, text) : AT_STR("");
}

static struct at_str *
read_list(const json_t *list, struct at_arena *arena, size_t *out_count)
{
    size_t count = json_array_size(list);
    struct at_str *texts;
    count = count < LIST_MAX ? count : LIST_MAX;
    texts = at_arena_alloc(arena, (count + 1) * sizeof(*texts));
    for (size_t i = 0; i < count; i++)
        texts[i] = keep(arena, at_json_str(json_array_get(list, i)));
    *out_count = count;
    return texts;
}

bool
at_helper_read_framework(const json_t *answer, struct at_helper_framework *out,
                         struct at_err *err)
{
    static const char *const names[] = {"flutter", "react_native", "compose",
                                        "native"};
    struct at_str primary = at_json_get_str(answer, "primary");
    struct at_arena *arena = &out->arena;
    size_t i = 0;
    while (i < AT_LEN(names) && !at_str_is(primary, names[i]))
        i++;
    if (i == AT_LEN(names))
        return fail_shape("known 'primary'", err);
    out->package = keep(arena, at_json_get_str(answer, "packageName"));
    out->primary = keep(arena, primary);
    out->frameworks = read_list(json_object_get(answer, "frameworks"), arena,
                                &out->framework_count);
    out->signals = read_list(json_object_get(answer, "signals"), arena,
                             &out->signal_count);
    return true;
}

bool
at_helper_read_idling(const json_t *answer, struct at_helper_idling *out,
                      struct at_err *err)
{
    const json_t *running = json_object_get(answer, "running");
    const json_t *wire = json_object_get(answer, "wire");
    const json_t *idle = json_object_get(answer, "idle");
    const json_t *pending = json_object_get(answer, "pending");
    if (!json_is_boolean(running))
        return fail_shape("'running'", err);
    out->kind = AT_HELPER_IDLING_STOPPED;
    if (json_is_false(running))
        return true;
    if (!json_is_integer(wire) || !json_is_boolean(idle) ||
        !json_is_string(pending))
        return fail_shape("bridge's columns", err);
    struct at_str text = at_json_str(pending);
    out->kind = AT_HELPER_IDLING_SAID;
    out->wire = json_integer_value(wire);
    out->idle = json_is_true(idle);
    out->pending = at_strndup(text.ptr, text.len);
    return true;
}

bool
at_helper_read_size(struct at_str text, int32_t *out_width, int32_t *out_height)
{
    int64_t width;
    int64_t height;
    struct at_str part;
    if (!at_str_next(&text, 'x', &part) ||
        !at_str_to_i64(part, 0, INT16_MAX, &width) ||
        !at_str_to_i64(text, 0, INT16_MAX, &height))
        return false;
    *out_width = (int32_t)width;
    *out_height = (int32_t)height;
    return true;
}

static enum at_helper_text_method
read_method(const json_t *result)
{
    static const char *const words[] = {[AT_HELPER_TEXT_SET] = "set",
                                        [AT_HELPER_TEXT_KEYS] = "keys",
                                        [AT_HELPER_TEXT_PASTE] = "paste"};
    struct at_str method = at_json_get_str(result, "method");
    for (size_t i = AT_HELPER_TEXT_SET; i < AT_LEN(words); i++) {
        if (at_str_is(method, words[i]))
            return (enum at_helper_text_method)i;
    }
    return AT_HELPER_TEXT_AUTO;
}

static void
read_result(const json_t *result, struct at_arena *arena,
            struct at_helper_action_result *out)
{
    bool lost;
    *out = (struct at_helper_action_result){
        .method = read_method(result),
        .password = json_is_true(json_object_get(result, "password")),
        .has_value = json_is_string(json_object_get(result, "value")),
        .value = keep(arena, at_json_get_str(result, "value")),
    };
    out->ok = at_helper_read_ok(result, &lost, &out->why);
    if (!out->ok)
        out->refusal = at_helper_refusal(
            at_json_get_str(json_object_get(result, "error"), "code"));
}

// There is at least one result if there was an action; only the last may have
// failed.
static bool
read_results(const json_t *list, size_t count, struct at_helper_outcome *out,
             struct at_err *err)
{
    size_t tried = json_array_size(list);
    if (!json_is_array(list) || tried > count || (count > 0 && tried == 0))
        return fail_shape("result for each action", err);
    for (size_t i = 0; i < tried; i++) {
        read_result(json_array_get(list, i), &out->arena, &out->results[i]);
        if (!out->results[i].ok && i + 1 < tried)
            return at_fail(err, AT_EPROTO,
                           "the answer continues after a failed action");
    }
    out->result_count = tried;
    return (tried == count || !out->results[tried - 1].ok) ||
           fail_shape("result for each action", err);
}

static struct at_helper_event
read_event(const json_t *event, struct at_arena *arena)
{
    return (struct at_helper_event){
        .seq = int_of(event, "seq"),
        .uptime_ms = int_of(event, "ms"),
        .type = keep(arena, at_json_get_str(event, "type")),
        .package = keep(arena, at_json_get_str(event, "package")),
        .class_name = keep(arena, at_json_get_str(event, "class")),
        .text = keep(arena, at_json_get_str(event, "text")),
        .toast = json_is_true(json_object_get(event, "toast")),
    };
}

// The counts include events that were too many to report.
static size_t
count_news(const json_t *counts)
{
    static const char *const types[] = {"TYPE_WINDOW_STATE_CHANGED",
                                        "TYPE_NOTIFICATION_STATE_CHANGED",
                                        "TYPE_ANNOUNCEMENT"};
    size_t sum = 0;
    for (size_t i = 0; i < AT_LEN(types); i++) {
        int64_t count = int_of(counts, types[i]);
        sum += count > 0 && count <= INT32_MAX ? (size_t)count : 0;
    }
    return sum;
}

static void
read_events(const json_t *news, struct at_helper_outcome *out)
{
    size_t all = count_news(json_object_get(news, "counts"));
    const json_t *list = json_object_get(news, "events");
    size_t count = json_array_size(list);
    count = count < EVENTS_MAX ? count : EVENTS_MAX;
    out->events =
        at_arena_alloc(&out->arena, (count + 1) * sizeof(*out->events));
    for (size_t i = 0; i < count; i++)
        out->events[i] = read_event(json_array_get(list, i), &out->arena);
    out->event_count = count;
    out->events_missed = all > count ? all - count : 0;
    out->uptime_ms = int_of(news, "nowMs");
    out->next_event = int_of(news, "next");
}

// A tree that cannot be parsed counts as one that is missing.
static void
read_tree(const json_t *answer, struct at_helper_outcome *out)
{
    const json_t *tree = json_object_get(answer, "tree");
    const json_t *failed = json_object_get(answer, "treeError");
    out->renewals = int_of(tree, "reacquired");
    if (tree)
        (void)!at_helper_json_read(tree, &out->tree, &out->unread);
    else if (failed)
        (void)!fail_refused(json_object_get(failed, "error"), &out->lost,
                            &out->unread);
}

bool
at_helper_read_outcome(const json_t *answer, size_t count,
                       struct at_helper_outcome *out, struct at_err *err)
{
    const json_t *idle = json_object_get(answer, "idle");
    const json_t *timing = json_object_get(answer, "timing");
    if (!read_results(json_object_get(answer, "results"), count, out, err))
        return false;
    out->has_idle = idle != NULL;
    if (idle && !at_helper_read_idle(idle, &out->idle, err))
        return false;
    read_tree(answer, out);
    read_events(json_object_get(answer, "news"), out);
    out->input_ms = ms_of(timing, "inputMs");
    out->idle_ms = ms_of(timing, "idleMs");
    out->tree_ms = ms_of(timing, "treeMs");
    out->trees = ms_of(timing, "trees");
    out->trees_ms = ms_of(timing, "treesMs");
    return true;
}
