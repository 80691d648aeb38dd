// recorded_test.c: our client writes each recorded request of tests/data/helper
// byte for byte, and reads its answer whole, in pieces and cut anywhere
//
// wire_test.c checks the contents of the answers.
#include "sys/folder.h"
#include "tests/scripted.h"
#include "tests/unit/device/android/helper/recorded_calls.h"

enum { CALL_MS = 20000 };

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
    call_act, &(const struct at_helper_action)                                 \
    {                                                                          \
        __VA_ARGS__                                                            \
    }
#define STEP(...)                                                              \
    call_step, &(const struct at_helper_step)                                  \
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
    {"no_token", call_status, NULL, .code = AT_EPROTO, .lost = true, .as = "status"},
    {"wrong_token", call_status, NULL, .code = AT_EPROTO, .lost = true},
    {"bad_first_line", call_status, NULL, .code = AT_EUSAGE, .as = "status"},
    {"bad_length", call_tree, NULL, .code = AT_EUSAGE, .as = "tree"},
    {"chunked", call_tree, NULL, .code = AT_EUSAGE, .as = "tree"},
    {"body_too_large", call_tree, NULL, .code = AT_ELIMIT, .as = "tree"},
    {"head_too_large", call_status, NULL, .code = AT_ELIMIT, .as = "status"},
    {"busy", call_status, NULL, .code = AT_EBUSY},
    {"no_such_path", call_plain, NULL, .code = AT_EPROTO},
    {"wrong_method", call_plain, NULL, .code = AT_EPROTO},
    {"not_json", call_plain, NULL, .code = AT_EUSAGE},
    {"not_an_object", call_plain, NULL, .code = AT_EUSAGE},
    {"member_twice", call_plain, NULL, .code = AT_EUSAGE},
    {"member_missing", call_plain, NULL, .code = AT_EUSAGE},
    {"member_unknown", call_plain, NULL, .code = AT_EUSAGE},
    {"member_out_of_range", call_plain, NULL, .code = AT_EUSAGE},
    {"gesture_without_points", call_plain, NULL, .code = AT_EUSAGE},
    {"step_of_17", call_plain, NULL, .code = AT_EUSAGE},
    {"step_of_what", call_plain, NULL, .code = AT_EUSAGE},
    {"step_half_wrong", call_plain, NULL, .code = AT_EUSAGE},

    {"status", call_status, NULL, .code = AT_OK},
    {"keep_alive", call_plain, NULL, .code = AT_OK},
    {"tree", call_tree, NULL, .code = AT_OK},
    {"tree_without_body", call_tree, &whole, .code = AT_OK, .as = "tree"},
    {"tree_of_package", call_tree, &of_package, .code = AT_OK},
    {"tree_of_all_words", call_plain, NULL, .code = AT_OK},
    {"tree_no_window", call_tree, &of_other, .code = AT_ETREE},
    {"idle", call_idle, &quick, .code = AT_OK},
    {"idle_timeout", call_idle, &brief_of, .code = AT_OK},
    {"screenshot_png", call_picture, NULL, .code = AT_OK},
    {"screenshot_jpeg", call_picture, &jpeg, .code = AT_OK},
    {"frame", call_frame, &frame_first, .code = AT_OK},
    {"frame_same", call_frame, &frame_next, .code = AT_OK},
    {"framework", call_framework, NULL, .code = AT_OK},
    {"framework_of_package", call_framework, PAPER, .code = AT_OK},
    {"framework_no_package", call_framework, "com.example.other", .code = AT_ENOAPP},
    {"idling", call_idling, PAPER, .code = AT_OK},
    {"idling_not_running", call_idling, "com.example.other", .code = AT_OK},
    {"idling_absent", call_idling, "com.android.systemui", .code = AT_OK},
    {"idling_late", call_idling, "com.example.late", .code = AT_OK},
    {"idling_unsupported", call_idling, "com.example.unsupported", .code = AT_OK},
    {"idling_of_nobody", call_plain, NULL, .code = AT_EUSAGE},
    {"events_none", call_plain, NULL, .code = AT_OK},

    {"text_no_field", ACT(TEXT("x")), .code = AT_EDEVICE},
    {"text_no_field_there", ACT(TEXT("x"), INTO(540, 1500)), .code = AT_EDEVICE},
    {"tap", ACT(TAP(540, 475)), .code = AT_OK},
    {"idle_after_change", call_idle, &changed, .code = AT_OK},
    {"double_tap", ACT(TAP(10, 20), .count = 2, .interval_ms = 60), .code = AT_OK},
    {"tap_not_delivered", ACT(TAP(540, 2500)), .code = AT_EDEVICE, .may_have_run = true},
    {"long_press", ACT(.kind = AT_HELPER_LONG_PRESS, .at = {10, 20}, .duration_ms = 50),
     .code = AT_OK},
    {"swipe", ACT(.kind = AT_HELPER_SWIPE, .swipe = {.from = {540, 2000}, .to = {540, 1000}, .duration_ms = 50}, .hold_ms = 10),
     .code = AT_OK},
    {"gesture", call_pinch, &fingers, .code = AT_OK},
    {"tap_target", call_meant, &(const struct at_helper_action){TAP(540, 75)}, .code = AT_OK},
    {"tap_target_by_all_words", call_plain, NULL, .code = AT_OK},
    {"tap_target_gone", call_plain, NULL, .code = AT_ENOTFOUND},
    {"tap_target_gone_from_nowhere", call_plain, NULL, .code = AT_ENOTFOUND},
    {"tap_target_ambiguous", call_plain, NULL, .code = AT_ENOTFOUND},
    {"tap_target_covered", call_plain, NULL, .code = AT_ENOTFOUND},
    {"tap_target_by_force", call_plain, NULL, .code = AT_OK},
    {"tap_target_moving", call_plain, NULL, .code = AT_ENOTFOUND},
    {"tap_target_of_what", call_plain, NULL, .code = AT_EUSAGE},
    {"double_tap_target", call_plain, NULL, .code = AT_OK},
    {"long_press_target", call_meant, &(const struct at_helper_action){.kind = AT_HELPER_LONG_PRESS, .at = {540, 75}, .duration_ms = 50},
     .code = AT_OK},
    {"swipe_target", call_meant, &(const struct at_helper_action){.kind = AT_HELPER_SWIPE, .swipe = {.from = {540, 50}, .to = {540, 100}, .duration_ms = 50}},
     .code = AT_OK},
    {"text_target", call_meant, &(const struct at_helper_action){TEXT("Eve"), REPLACE}, .code = AT_OK},
    {"progress_not_taken", call_meant, &(const struct at_helper_action){.kind = AT_HELPER_PROGRESS, .at = {540, 75}, .value = 40.5}, .code = AT_EDEVICE},
    {"progress_of_nothing", call_plain, NULL, .code = AT_EDEVICE},
    {"text_target_gone", call_plain, NULL, .code = AT_ENOTFOUND},
    {"text_target_emptied", call_meant, &(const struct at_helper_action){TEXT(""), REPLACE}, .code = AT_OK},
    {"step_target_gone", call_meant_step, NULL, .code = AT_OK},
    {"key_rewind", ACT(KEY("89")), .code = AT_OK},
    {"progress", call_plain, NULL, .code = AT_OK},
    {"key", ACT(KEY("KEYCODE_ENTER"), .count = 2), .code = AT_OK},
    {"key_held", ACT(KEY("66"), .long_press = true), .code = AT_OK},
    {"key_with_meta", call_plain, NULL, .code = AT_OK},
    {"key_forbidden", ACT(KEY("POWER")), .code = AT_EUNSUPPORTED},
    {"key_breaks", ACT(KEY("SYSRQ")), .code = AT_EDEVICE, .may_have_run = true},
    {"key_sleep", ACT(KEY("SLEEP")), .code = AT_OK},
    {"screenshot_failed", call_picture, NULL, .code = AT_EDEVICE},
    {"frame_dark", call_frame, &frame_later, .code = AT_OK},
    {"frame_out_of_range", call_plain, NULL, .code = AT_EUSAGE},
    {"key_wakeup", ACT(KEY("WAKEUP")), .code = AT_OK},
    {"frame_narrow", call_frame, &frame_narrow, .code = AT_OK},
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
    {"tree_filled", call_tree, &whole, .code = AT_OK},

    {"step_of_defaults", call_plain, NULL, .code = AT_OK},
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
    {"events", call_plain, NULL, .code = AT_OK},
    {"events_since", call_plain, NULL, .code = AT_OK},

    // helper.h would take it back and ask again.
    {"key_rival", ACT(KEY("64")), .code = AT_OK},
    {"release", call_plain, NULL, .code = AT_OK},
    {"release_again", call_plain, NULL, .code = AT_OK},
    {"tree_released", call_plain, NULL, .code = AT_EBUSY},
    {"idle_released", call_plain, NULL, .code = AT_EBUSY},
    {"tap_released", call_plain, NULL, .code = AT_EBUSY},
    {"step_released", call_plain, NULL, .code = AT_EBUSY},
    {"events_released", call_plain, NULL, .code = AT_OK},
    {"acquire_held", call_plain, NULL, .code = AT_EBUSY},
    {"tap_still_released", call_plain, NULL, .code = AT_EBUSY},
    {"acquire", call_plain, NULL, .code = AT_OK},
    {"tree_acquired", call_tree, &whole, .code = AT_OK},

    {"uiautomation_lost", ACT(KEY("BREAK")), .code = AT_ENODEV, .may_have_run = true, .lost = true},
    {"shutdown", call_plain, NULL, .code = AT_OK},
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
    json_t *json = recorded_json(r->said);
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
