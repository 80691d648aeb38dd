#include "tests/unit/device/android/helper/recorded_calls.h"

#include "base/limits.h"
#include "screen/helper_json.h"

json_t *
recorded_json(struct at_str text)
{
    json_t *json = at_json_parse(text, NULL);
    T_OK(json != NULL);
    return json;
}

// Send a request that helper.h does not have, by the link.
bool
call_plain(const struct call *call)
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
        json_t *json = recorded_json(at_buf_str(&reply.body));
        ok = at_helper_read_ok(json, &lost, call->err);
        if (lost)
            call->helper->state = AT_HELPER_LOST;
        json_decref(json);
    }
    at_buf_deinit(&reply.body);
    return ok;
}

bool
call_status(const struct call *call)
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

bool
call_tree(const struct call *call)
{
    struct at_buf source = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    struct at_tree *read;
    bool ok = at_helper_tree(call->op, call->helper, call->row->what, &read,
                             &source, call->err);
    if (ok) {
        json_t *json = recorded_json(call->r->said);
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

bool
call_idle(const struct call *call)
{
    struct at_helper_idle told;
    bool ok = helper_wait_idle(call->op, call->helper, call->row->what, &told,
                               call->err);
    if (ok) {
        json_t *json = recorded_json(call->r->said);
        check_idle(json, &told);
        json_decref(json);
    }
    return ok;
}

bool
call_picture(const struct call *call)
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

bool
call_frame(const struct call *call)
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
        json_t *json = recorded_json(call->r->said);
        T_EQ_SIZE(bytes.len, 0);
        T_EQ_INT(told.changed, json_is_true(json_object_get(json, "changed")));
        T_EQ_INT(told.number,
                 json_integer_value(json_object_get(json, "frame")));
        json_decref(json);
    }
    at_buf_deinit(&bytes);
    return ok;
}

bool
call_idling(const struct call *call)
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

bool
call_framework(const struct call *call)
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

bool
call_act(const struct call *call)
{
    return at_helper_perform(call->op, call->helper, call->row->what,
                             call->err);
}

bool
call_pinch(const struct call *call)
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

bool
call_step(const struct call *call)
{
    struct at_helper_outcome out;
    bool ok = at_helper_do_step(call->op, call->helper, call->row->what, &out,
                                NULL, call->err);
    if (ok) {
        json_t *json = recorded_json(call->r->said);
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

bool
call_meant(const struct call *call)
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

bool
call_meant_step(const struct call *call)
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
        json_t *json = recorded_json(call->r->said);
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
