// recorded_test.c: our client writes each recorded request of tests/data/helper
// byte for byte, and reads its answer whole, in pieces and cut anywhere
//
// wire_test.c checks the contents of the answers.
#include "tests/unit/device/android/helper/recorded.h"

#include "base/limits.h"
#include "screen/helper_json.h"
#include "sys/folder.h"
#include "tests/scripted.h"
#include "tests/unit/device/android/helper/requests.h"

enum { CALL_MS = 20000 };

struct call {
    const struct row *row;
    const struct helper_recorded *r;
    struct at_helper *helper;
    const struct at_op *op;
    struct at_err *err;
};

struct row {
    const char *name;
    bool (*ask)(const struct call *call);
    const void *what; // its argument
    enum at_code code;
    bool may_have_run;
    bool lost;
    const char *as; // the recorded request that our client sends instead
};

static json_t *
json_of(struct at_str text)
{
    json_t *json = at_json_parse(text, NULL);
    T_OK(json != NULL);
    return json;
}

// Send a request that helper.h does not have, by the link.
static bool
plain(const struct call *call)
{
    char method[16];
    char path[32];
    struct at_str rest = call->r->request;
    struct at_str word;
    struct at_helper_reply reply = AT_HELPER_REPLY_INIT(AT_DUMP_MAX_BYTES);
    bool lost;
    T_OK(at_str_next(&rest, ' ', &word));
    at_str_cut(method, sizeof(method), word);
    T_OK(at_str_next(&rest, ' ', &word));
    at_str_cut(path, sizeof(path), word);
    struct at_helper_link_request ask = {
        method, path, call->r->asked,
        at_str_has(rest, AT_STR("\r\nConnection: "))};
    bool ok = at_helper_link_exchange(call->op, &call->helper->link, &ask,
                                      &reply, call->err);
    if (ok) {
        json_t *json = json_of(at_buf_str(&reply.body));
        ok = at_helper_read_ok(json, &lost, call->err);
        if (lost)
            call->helper->state = AT_HELPER_LOST;
        json_decref(json);
    }
    at_buf_deinit(&reply.body);
    return ok;
}

static bool
status(const struct call *call)
{
    struct at_helper_status told;
    return helper_status(call->op, call->helper, &told, call->err);
}

static void
check_tree(const json_t *json, const struct at_tree *tree)
{
    const json_t *count = json_object_get(json, "nodeCount");
    T_EQ_INT(tree != NULL, json_is_integer(count));
    if (tree)
        T_EQ_SIZE(tree->node_count, json_integer_value(count));
}

static bool
tree(const struct call *call)
{
    struct at_buf source = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    struct at_tree *read;
    bool ok = at_helper_tree(call->op, call->helper, call->row->what, &read,
                             &source, call->err);
    if (ok) {
        json_t *json = json_of(call->r->said);
        check_tree(json_object_get(json, "tree"), read);
        json_decref(json);
        T_EQ_MEM(source.data, source.len, call->r->said.ptr, call->r->said.len);
    }
    at_tree_free(read);
    at_buf_deinit(&source);
    return ok;
}

static void
check_idle(const json_t *json, const struct at_helper_idle *idle)
{
    T_EQ_INT(idle->idle, json_is_true(json_object_get(json, "idle")));
    T_EQ_INT(idle->waited_ms, HELPER_RECORDED_WAITED_MS);
    T_EQ_INT(idle->next, json_integer_value(json_object_get(json, "next")));
    T_EQ_SIZE(idle->noise_count,
              json_array_size(json_object_get(json, "noisy")));
}

static bool
idle(const struct call *call)
{
    struct at_helper_idle told;
    bool ok = helper_wait_idle(call->op, call->helper, call->row->what, &told,
                               call->err);
    if (ok) {
        json_t *json = json_of(call->r->said);
        check_idle(json, &told);
        json_decref(json);
    }
    return ok;
}

static bool
picture(const struct call *call)
{
    struct at_buf bytes = AT_BUF_INIT(AT_KIB);
    struct at_helper_shot shot;
    char size[64];
    bool ok = at_helper_screenshot(call->op, call->helper, call->row->what,
                                   &bytes, &shot, call->err);
    if (ok) {
        T_EQ_MEM(bytes.data, bytes.len, call->r->said.ptr, call->r->said.len);
        T_EQ_INT(shot.screen_width_px, 1080);
        T_EQ_INT(shot.screen_height_px, 2400);
        snprintf(size, sizeof(size), "\r\nX-Image-Size: %dx%d\r\n",
                 (int)shot.width_px, (int)shot.height_px);
        T_OK(at_str_has(call->r->answer, at_str(size)));
    }
    at_buf_deinit(&bytes);
    return ok;
}

static bool
frame(const struct call *call)
{
    struct at_buf bytes = AT_BUF_INIT(AT_KIB);
    struct at_helper_frame told;
    char head[64];
    bool ok = at_helper_frame(call->op, call->helper, call->row->what, &bytes,
                              &told, call->err);
    if (ok && told.picture) {
        T_OK(told.changed);
        T_EQ_MEM(bytes.data, bytes.len, call->r->said.ptr, call->r->said.len);
        snprintf(head, sizeof(head), "Size: %dx%d\r\nX-Frame: %d\r\n",
                 (int)told.shot.width_px, (int)told.shot.height_px,
                 (int)told.number);
        T_OK(at_str_has(call->r->answer, at_str(head)));
    } else if (ok) {
        json_t *json = json_of(call->r->said);
        T_EQ_SIZE(bytes.len, 0);
        T_EQ_INT(told.changed, json_is_true(json_object_get(json, "changed")));
        T_EQ_INT(told.number,
                 json_integer_value(json_object_get(json, "frame")));
        json_decref(json);
    }
    at_buf_deinit(&bytes);
    return ok;
}

static bool
idling(const struct call *call)
{
    static const struct {
        const char *name;
        enum at_helper_idling_kind kind;
    } kinds[] = {
        {"idling", AT_HELPER_IDLING_SAID},
        {"idling_not_running", AT_HELPER_IDLING_STOPPED},
        {"idling_absent", AT_HELPER_IDLING_ABSENT},
        {"idling_late", AT_HELPER_IDLING_LATE},
        {"idling_unsupported", AT_HELPER_IDLING_CANNOT},
    };
    struct at_helper_idling said;
    bool ok = at_helper_idling(call->op, call->helper, call->row->what, &said,
                               call->err);
    for (size_t i = 0; ok && i < T_LEN(kinds); i++) {
        if (strcmp(kinds[i].name, call->row->name) == 0)
            T_EQ_INT(said.kind, kinds[i].kind);
    }
    if (ok && said.kind == AT_HELPER_IDLING_SAID) {
        T_EQ_INT(said.wire, 1);
        T_NOT(said.idle);
        T_EQ_TEXT(said.pending, "[{\"source\":\"app\",\"name\":\"uploads\"}]");
    }
    free(said.pending);
    return ok;
}

static bool
framework(const struct call *call)
{
    struct at_helper_framework found = {.arena = AT_ARENA_INIT};
    bool ok =
        at_helper_request_framework(call->op, call->helper, call->row->what,
                                    call->err) &&
        at_helper_receive_framework(call->op, call->helper, &found, call->err);
    if (ok)
        T_EQ_STR(found.primary, "compose");
    at_helper_framework_deinit(&found);
    return ok;
}

static bool
act(const struct call *call)
{
    return at_helper_perform(call->op, call->helper, call->row->what,
                             call->err);
}

static bool
pinch(const struct call *call)
{
    struct at_gesture gesture = AT_GESTURE_INIT;
    T_OK(at_gesture_pinch(call->row->what, &gesture, NULL));
    struct at_helper_action action = {.kind = AT_HELPER_GESTURE,
                                      .gesture = &gesture};
    bool ok = at_helper_perform(call->op, call->helper, &action, call->err);
    at_gesture_deinit(&gesture);
    return ok;
}

static void
check_results(const json_t *list, const struct at_helper_outcome *out)
{
    T_EQ_SIZE(out->result_count, json_array_size(list));
    for (size_t i = 0; i < out->result_count; i++) {
        const json_t *result = json_array_get(list, i);
        T_EQ_INT(out->results[i].ok,
                 json_is_true(json_object_get(result, "ok")));
    }
}

static void
check_outcome(const json_t *json, const struct at_helper_outcome *out)
{
    const json_t *waited = json_object_get(json, "idle");
    const json_t *news = json_object_get(json, "news");
    check_results(json_object_get(json, "results"), out);
    check_tree(json_object_get(json, "tree"), out->tree);
    T_EQ_INT(out->unread.code != AT_OK,
             json_object_get(json, "treeError") != NULL);
    T_EQ_INT(out->has_idle, waited != NULL);
    if (waited)
        check_idle(waited, &out->idle);
    T_EQ_SIZE(out->event_count,
              json_array_size(json_object_get(news, "events")));
    T_EQ_INT(out->uptime_ms, HELPER_RECORDED_NOW_MS);
    T_EQ_INT(out->next_event,
             json_integer_value(json_object_get(news, "next")));
    T_EQ_INT(out->input_ms, HELPER_RECORDED_INPUT_MS);
    T_EQ_INT(out->idle_ms, HELPER_RECORDED_IDLE_MS);
    T_EQ_INT(out->tree_ms, HELPER_RECORDED_TREE_MS);
}

static bool
step(const struct call *call)
{
    struct at_helper_outcome out;
    bool ok = at_helper_do_step(call->op, call->helper, call->row->what, &out,
                                NULL, call->err);
    if (ok) {
        json_t *json = json_of(call->r->said);
        check_outcome(json, &out);
        json_decref(json);
    }
    at_helper_outcome_deinit(&out);
    return ok;
}

// The elements that the recorded targets are made of, as the client saw them.
static struct at_tree *
remembered(void)
{
    static const char json[] =
        "{'rotation':0,'width':1080,'height':2400,'windows':[{"
        "'package':'com.example.paper','nodes':["
        "{'depth':0,'class':'android.widget.FrameLayout','flags':1,"
        "'bounds':[0,0,1080,2400]},"
        "{'depth':1,'class':'android.widget.EditText',"
        "'id':'com.example.paper:id/user','flags':1,'bounds':[0,0,1080,150]},"
        "{'depth':1,'class':'android.widget.Button','text':'Sign up',"
        "'flags':1,'bounds':[0,800,1080,950]}]}]}";
    char text[sizeof(json)];
    struct at_tree *seen;
    for (size_t i = 0; i < sizeof(json); i++)
        text[i] = json[i] == '\'' ? '"' : json[i];
    T_OK(at_helper_json_parse(at_str(text), &seen, NULL));
    return seen;
}

static bool
meant(const struct call *call)
{
    struct at_tree *seen = remembered();
    struct at_helper_action action =
        *(const struct at_helper_action *)call->row->what;
    action.tree = seen;
    action.node = seen->root->first_child->first_child;
    bool ok = at_helper_perform(call->op, call->helper, &action, call->err);
    at_tree_free(seen);
    return ok;
}

static bool
meant_step(const struct call *call)
{
    static const struct at_helper_tree_options all = {.package = NULL};
    struct at_tree *seen = remembered();
    const struct at_helper_action actions[] = {
        {.kind = AT_HELPER_TAP,
         .at = {540, 875},
         .tree = seen,
         .node = seen->root->first_child->last_child},
        {.kind = AT_HELPER_KEY, .key = AT_STR("ENTER")},
    };
    const struct at_helper_step two = {
        .actions = actions, .count = T_LEN(actions), .tree = &all};
    struct at_helper_outcome out;
    bool ok =
        at_helper_do_step(call->op, call->helper, &two, &out, NULL, call->err);
    if (ok) {
        json_t *json = json_of(call->r->said);
        check_outcome(json, &out);
        json_decref(json);
        T_EQ_INT(out.results[0].refusal, AT_REFUSAL_GONE);
        T_HAS(out.results[0].why.msg, "there is now: Button \"Sign in\"");
        T_NOT(out.results[0].why.may_have_run);
    }
    at_helper_outcome_deinit(&out);
    at_tree_free(seen);
    return ok;
}

#define PAPER "com.example.paper"
#define TAP(x, y) .kind = AT_HELPER_TAP, .at = {x, y}
#define KEY(name) .kind = AT_HELPER_KEY, .key = AT_STR_ROW(name)
#define TEXT(words) .kind = AT_HELPER_TEXT, .text = AT_STR_ROW(words)
#define INTO(x, y) .has_place = true, .at = {x, y}
#define BY_KEYS .method = AT_HELPER_TEXT_KEYS
#define BY_PASTE .method = AT_HELPER_TEXT_PASTE
static const struct at_str other_text = AT_STR_ROW("eve");
#define REPLACE .mode = AT_HELPER_TEXT_REPLACE
#define ACT(...)                                                               \
    act, &(const struct at_helper_action)                                      \
    {                                                                          \
        __VA_ARGS__                                                            \
    }
#define STEP(...)                                                              \
    step, &(const struct at_helper_step)                                       \
    {                                                                          \
        __VA_ARGS__                                                            \
    }

#define QUICK .timeout_ms = 2000, .quiet_ms = 50
#define BRIEF .timeout_ms = 1, .quiet_ms = 500
static const struct at_helper_idle_options quick = {QUICK};
static const struct at_helper_idle_options changed = {QUICK, .change_ms = 1500,
                                                      .since = 1};
static const struct at_helper_idle_options filmed = {.timeout_ms = 400,
                                                     .quiet_ms = 50};
static const struct at_helper_idle_options brief = {BRIEF};
static const struct at_helper_idle_options brief_of = {BRIEF, .package = PAPER};
static const struct at_helper_tree_options whole = {.package = NULL};
static const struct at_helper_tree_options of_package = {true, true, PAPER};
static const struct at_helper_tree_options of_other = {.package =
                                                           "com.example.other"};
static const struct at_helper_shot_options jpeg = {AT_HELPER_JPEG, 60, 0.5,
                                                   800};
static const struct at_helper_frame_options frame_first = {.since = 0};
static const struct at_helper_frame_options frame_next = {1, 1, 0, 0};
static const struct at_helper_frame_options frame_later = {1, 2000, 0, 0};
static const struct at_helper_frame_options frame_narrow = {2, 2000, 60, 800};
static const struct at_pinch fingers = {{540, 1200}, 100, 200, 50};
static const struct at_helper_action user[] = {{TAP(540, 475)}, {KEY("ENTER")}};
static const struct at_helper_action play[] = {{KEY("126")}};
static const struct at_helper_action pause_film[] = {{KEY("127")}};
static const struct at_helper_action stop[] = {{KEY("86")}};
static const struct at_helper_action next[] = {{KEY("87")}};
static const struct at_helper_action button[] = {{TAP(540, 875)}};
static const struct at_helper_action failing[] = {
    {TEXT("Zo\xc3\xab"), REPLACE, INTO(540, 475)},
    {KEY("POWER")},
    {TAP(540, 475)}};

// clang-format off
static const struct row rows[] = {
    {"no_token", status, NULL, .code = AT_EPROTO, .lost = true, .as = "status"},
    {"wrong_token", status, NULL, .code = AT_EPROTO, .lost = true},
    {"bad_first_line", status, NULL, .code = AT_EUSAGE, .as = "status"},
    {"bad_length", tree, NULL, .code = AT_EUSAGE, .as = "tree"},
    {"chunked", tree, NULL, .code = AT_EUSAGE, .as = "tree"},
    {"body_too_large", tree, NULL, .code = AT_ELIMIT, .as = "tree"},
    {"head_too_large", status, NULL, .code = AT_ELIMIT, .as = "status"},
    {"busy", status, NULL, .code = AT_EBUSY},
    {"no_such_path", plain, NULL, .code = AT_EPROTO},
    {"wrong_method", plain, NULL, .code = AT_EPROTO},
    {"not_json", plain, NULL, .code = AT_EUSAGE},
    {"not_an_object", plain, NULL, .code = AT_EUSAGE},
    {"member_twice", plain, NULL, .code = AT_EUSAGE},
    {"member_missing", plain, NULL, .code = AT_EUSAGE},
    {"member_unknown", plain, NULL, .code = AT_EUSAGE},
    {"member_out_of_range", plain, NULL, .code = AT_EUSAGE},
    {"gesture_without_points", plain, NULL, .code = AT_EUSAGE},
    {"step_of_17", plain, NULL, .code = AT_EUSAGE},
    {"step_of_what", plain, NULL, .code = AT_EUSAGE},
    {"step_half_wrong", plain, NULL, .code = AT_EUSAGE},

    {"status", status, NULL, .code = AT_OK},
    {"keep_alive", plain, NULL, .code = AT_OK},
    {"tree", tree, NULL, .code = AT_OK},
    {"tree_without_body", tree, &whole, .code = AT_OK, .as = "tree"},
    {"tree_of_package", tree, &of_package, .code = AT_OK},
    {"tree_of_all_words", plain, NULL, .code = AT_OK},
    {"tree_no_window", tree, &of_other, .code = AT_ETREE},
    {"idle", idle, &quick, .code = AT_OK},
    {"idle_timeout", idle, &brief_of, .code = AT_OK},
    {"screenshot_png", picture, NULL, .code = AT_OK},
    {"screenshot_jpeg", picture, &jpeg, .code = AT_OK},
    {"frame", frame, &frame_first, .code = AT_OK},
    {"frame_same", frame, &frame_next, .code = AT_OK},
    {"framework", framework, NULL, .code = AT_OK},
    {"framework_of_package", framework, PAPER, .code = AT_OK},
    {"framework_no_package", framework, "com.example.other", .code = AT_ENOAPP},
    {"idling", idling, PAPER, .code = AT_OK},
    {"idling_not_running", idling, "com.example.other", .code = AT_OK},
    {"idling_absent", idling, "com.android.systemui", .code = AT_OK},
    {"idling_late", idling, "com.example.late", .code = AT_OK},
    {"idling_unsupported", idling, "com.example.unsupported", .code = AT_OK},
    {"idling_of_nobody", plain, NULL, .code = AT_EUSAGE},
    {"events_none", plain, NULL, .code = AT_OK},

    {"text_no_field", ACT(TEXT("x")), .code = AT_EDEVICE},
    {"text_no_field_there", ACT(TEXT("x"), INTO(540, 1500)), .code = AT_EDEVICE},
    {"tap", ACT(TAP(540, 475)), .code = AT_OK},
    {"idle_after_change", idle, &changed, .code = AT_OK},
    {"double_tap", ACT(TAP(10, 20), .count = 2, .interval_ms = 60), .code = AT_OK},
    {"tap_not_delivered", ACT(TAP(540, 2500)), .code = AT_EDEVICE, .may_have_run = true},
    {"long_press", ACT(.kind = AT_HELPER_LONG_PRESS, .at = {10, 20}, .duration_ms = 50),
     .code = AT_OK},
    {"swipe", ACT(.kind = AT_HELPER_SWIPE, .swipe = {.from = {540, 2000}, .to = {540, 1000}, .duration_ms = 50}, .hold_ms = 10),
     .code = AT_OK},
    {"gesture", pinch, &fingers, .code = AT_OK},
    {"tap_target", meant, &(const struct at_helper_action){TAP(540, 75)}, .code = AT_OK},
    {"tap_target_by_all_words", plain, NULL, .code = AT_OK},
    {"tap_target_gone", plain, NULL, .code = AT_ENOTFOUND},
    {"tap_target_gone_from_nowhere", plain, NULL, .code = AT_ENOTFOUND},
    {"tap_target_ambiguous", plain, NULL, .code = AT_ENOTFOUND},
    {"tap_target_covered", plain, NULL, .code = AT_ENOTFOUND},
    {"tap_target_by_force", plain, NULL, .code = AT_OK},
    {"tap_target_moving", plain, NULL, .code = AT_ENOTFOUND},
    {"tap_target_of_what", plain, NULL, .code = AT_EUSAGE},
    {"double_tap_target", plain, NULL, .code = AT_OK},
    {"long_press_target", meant, &(const struct at_helper_action){.kind = AT_HELPER_LONG_PRESS, .at = {540, 75}, .duration_ms = 50},
     .code = AT_OK},
    {"swipe_target", meant, &(const struct at_helper_action){.kind = AT_HELPER_SWIPE, .swipe = {.from = {540, 50}, .to = {540, 100}, .duration_ms = 50}},
     .code = AT_OK},
    {"text_target", meant, &(const struct at_helper_action){TEXT("Eve"), REPLACE}, .code = AT_OK},
    {"progress_not_taken", meant, &(const struct at_helper_action){.kind = AT_HELPER_PROGRESS, .at = {540, 75}, .value = 40.5}, .code = AT_EDEVICE},
    {"progress_of_nothing", plain, NULL, .code = AT_EDEVICE},
    {"text_target_gone", plain, NULL, .code = AT_ENOTFOUND},
    {"text_target_emptied", meant, &(const struct at_helper_action){TEXT(""), REPLACE}, .code = AT_OK},
    {"step_target_gone", meant_step, NULL, .code = AT_OK},
    {"key_rewind", ACT(KEY("89")), .code = AT_OK},
    {"progress", plain, NULL, .code = AT_OK},
    {"key", ACT(KEY("KEYCODE_ENTER"), .count = 2), .code = AT_OK},
    {"key_held", ACT(KEY("66"), .long_press = true), .code = AT_OK},
    {"key_with_meta", plain, NULL, .code = AT_OK},
    {"key_forbidden", ACT(KEY("POWER")), .code = AT_EUNSUPPORTED},
    {"key_breaks", ACT(KEY("SYSRQ")), .code = AT_EDEVICE, .may_have_run = true},
    {"key_sleep", ACT(KEY("SLEEP")), .code = AT_OK},
    {"screenshot_failed", picture, NULL, .code = AT_EDEVICE},
    {"frame_dark", frame, &frame_later, .code = AT_OK},
    {"frame_out_of_range", plain, NULL, .code = AT_EUSAGE},
    {"key_wakeup", ACT(KEY("WAKEUP")), .code = AT_OK},
    {"frame_narrow", frame, &frame_narrow, .code = AT_OK},
    {"text", ACT(TEXT("Ada")), .code = AT_OK},
    {"text_by_keys", ACT(TEXT("bc"), BY_KEYS), .code = AT_OK},
    {"text_inserted", ACT(TEXT(" \"L\xc3\xb6we\" \\ \xf0\x9f\xa6\x81"), INTO(540, 475)),
     .code = AT_OK},
    {"text_not_typed", ACT(TEXT("\xe6\xbc\xa2"), BY_KEYS), .code = AT_EUNSUPPORTED},
    {"text_pasted", ACT(TEXT("\xe6\xbc\xa2"), BY_PASTE), .code = AT_OK},
    {"text_other", ACT(TEXT("Eve"), REPLACE, .expected = &other_text), .code = AT_ETEXT,
     .may_have_run = true},
    {"text_replaced", ACT(TEXT("Zo\xc3\xab \xf0\x9f\x98\x80 \xe6\xbc\xa2\xe5\xad\x97"), REPLACE,
                          .method = AT_HELPER_TEXT_SET), .code = AT_OK},
    {"text_of_password", ACT(TEXT("secret"), REPLACE, BY_KEYS, INTO(540, 675)), .code = AT_OK},
    {"tree_filled", tree, &whole, .code = AT_OK},

    {"step_of_defaults", plain, NULL, .code = AT_OK},
    {"step_of_inputs", STEP(user, 2, NULL, NULL, 0), .code = AT_OK},
    {"step_failed", STEP(failing, 3, NULL, NULL, 0), .code = AT_OK},
    {"step_failed_seen", STEP(failing, 3, &quick, &whole, 0), .code = AT_OK},
    {"step_restless", STEP(user, 1, &brief, NULL, 0), .code = AT_OK},
    {"step_no_window", STEP(NULL, 0, NULL, &of_other, 0), .code = AT_OK},
    {"step_trees_differ", STEP(play, 1, &filmed, &whole, 0), .code = AT_OK},
    {"step_ticking", STEP(pause_film, 1, &quick, &whole, 0), .code = AT_OK},
    {"step_tree_late", STEP(stop, 1, &filmed, &whole, 0), .code = AT_OK},
    {"tree_reacquired", STEP(next, 1, NULL, &whole, 0), .code = AT_OK},
    {"step", STEP(button, 1, &quick, &whole, 0), .code = AT_OK},
    {"step_since", STEP(NULL, 0, NULL, NULL, 32), .code = AT_OK},
    {"events", plain, NULL, .code = AT_OK},
    {"events_since", plain, NULL, .code = AT_OK},

    // helper.h would take it back and ask again.
    {"key_rival", ACT(KEY("64")), .code = AT_OK},
    {"release", plain, NULL, .code = AT_OK},
    {"release_again", plain, NULL, .code = AT_OK},
    {"tree_released", plain, NULL, .code = AT_EBUSY},
    {"idle_released", plain, NULL, .code = AT_EBUSY},
    {"tap_released", plain, NULL, .code = AT_EBUSY},
    {"step_released", plain, NULL, .code = AT_EBUSY},
    {"events_released", plain, NULL, .code = AT_OK},
    {"acquire_held", plain, NULL, .code = AT_EBUSY},
    {"tap_still_released", plain, NULL, .code = AT_EBUSY},
    {"acquire", plain, NULL, .code = AT_OK},
    {"tree_acquired", tree, &whole, .code = AT_OK},

    {"uiautomation_lost", ACT(KEY("BREAK")), .code = AT_ENODEV, .may_have_run = true, .lost = true},
    {"shutdown", plain, NULL, .code = AT_OK},
};
// clang-format on

// A scripted peer and its client.
struct talk {
    struct t_peer peer;
    struct at_helper_dial dial;
    struct helper_recorded r;
    struct helper_recorded asked; // r, or the one that is sent instead
    struct at_helper *helper;
};

static bool
dial(const struct at_op *op, void *user_data, struct at_conn **out_conn,
     struct at_err *err)
{
    const struct t_peer *peer = user_data;
    char endpoint[64];
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%d", peer->port);
    return at_conn_open(op, endpoint, out_conn, err);
}

static void
read_both(struct talk *talk, const struct row *row)
{
    T_ROW(row->name);
    talk->r = helper_recorded_read(row->name);
    talk->asked = helper_recorded_read(row->as ? row->as : row->name);
}

// The token is the request's.
static void
begin(struct talk *talk, const struct t_line *script)
{
    struct at_str request = talk->asked.request;
    ptrdiff_t at = at_str_find(request, AT_STR(" Bearer "));
    char token[AT_HELPER_TOKEN_LEN + 1];
    T_OK(at > 0);
    at_str_cut(token, sizeof(token), at_str_skip(request, (size_t)at + 8));
    t_peer_start(&talk->peer, script, T_FAULT_NONE, 0);
    talk->dial = (struct at_helper_dial){dial, &talk->peer};
    talk->helper = at_helper_attach(&talk->dial, token);
}

static bool
ask(struct talk *talk, const struct row *row, struct at_err *err)
{
    struct at_op forever = {AT_NEVER_NS, NULL};
    struct at_op op = at_op_sub(&forever, at_now_ns(), CALL_MS);
    struct call call = {row, &talk->r, talk->helper, &op, err};
    return row->ask(&call);
}

static void
finish(struct talk *talk)
{
    at_helper_free(talk->helper);
    t_peer_stop(&talk->peer);
    T_EQ_TEXT(talk->peer.trouble, "");
    free(talk->asked.text);
    free(talk->r.text);
}

// The message has the helper's own message and code.
static void
check_words(const struct helper_recorded *r, const struct at_err *err)
{
    json_t *json = json_of(r->said);
    const json_t *error = json_object_get(json, "error");
    T_HAS(err->msg, json_string_value(json_object_get(error, "message")));
    T_HAS(err->msg, json_string_value(json_object_get(error, "code")));
    json_decref(json);
}

static void
check_answer(struct talk *talk, const struct row *row)
{
    struct at_err err = AT_ERR_INIT;
    T_EQ_INT(ask(talk, row, &err), row->code == AT_OK);
    T_EQ_INT(err.code, row->code);
    if (row->code != AT_OK)
        check_words(&talk->r, &err);
    T_EQ_INT(err.may_have_run, row->may_have_run);
    T_EQ_INT(at_helper_state(talk->helper) == AT_HELPER_LOST, row->lost);
}

T_TEST(each_is_asked_and_answered)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct talk talk;
        read_both(&talk, &rows[i]);
        const struct t_line script[] = {{T_GETS, talk.asked.request},
                                        {T_SAYS, talk.r.answer},
                                        {T_END, {0}}};
        begin(&talk, script);
        check_answer(&talk, &rows[i]);
        finish(&talk);
    }
}

T_TEST(each_may_come_byte_by_byte)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct talk talk;
        read_both(&talk, &rows[i]);
        size_t len = talk.r.answer.len;
        struct t_line *script = at_alloc((len + 2) * sizeof(*script));
        script[0] = (struct t_line){T_GETS, talk.asked.request};
        for (size_t at = 0; at < len; at++)
            script[1 + at] = (struct t_line){
                T_SAYS, at_str_head(at_str_skip(talk.r.answer, at), 1)};
        script[len + 1] = (struct t_line){T_END, {0}};
        begin(&talk, script);
        check_answer(&talk, &rows[i]);
        finish(&talk);
        free(script);
    }
}

T_TEST(none_is_taken_for_whole_before_its_end)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct talk talk;
        read_both(&talk, &rows[i]);
        size_t len = talk.r.answer.len;
        struct t_line *script = at_alloc((3 * len + 1) * sizeof(*script));
        for (size_t at = 0; at < len; at++) {
            script[3 * at] = (struct t_line){T_GETS, talk.asked.request};
            script[3 * at + 1] =
                (struct t_line){T_SAYS, at_str_head(talk.r.answer, at)};
            script[3 * at + 2] = (struct t_line){T_NEXT, {0}};
        }
        script[3 * len] = (struct t_line){T_END, {0}};
        begin(&talk, script);
        for (size_t at = 0; at < len; at++) {
            struct at_err err = AT_ERR_INIT;
            T_NOT(ask(&talk, &rows[i], &err));
            T_EQ_INT(err.code, AT_ENODEV);
        }
        finish(&talk);
        free(script);
    }
}

static bool
has_row(const char *name)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        if (strcmp(rows[i].name, name) == 0)
            return true;
    }
    return strcmp(name, "README.md") == 0;
}

// The tests above fail for a row without a recording.
T_TEST(no_recording_is_without_a_row)
{
    struct at_folder_list list;
    T_OK(at_folder_list(HELPER_RECORDED_FOLDER, &list, NULL));
    T_OK(list.count > 0);
    for (size_t i = 0; i < list.count; i++) {
        if (!has_row(list.entries[i].name))
            print_error("no row for '%s'\n", list.entries[i].name);
        T_OK(has_row(list.entries[i].name));
    }
    at_folder_list_deinit(&list);
}

T_MAIN()
