// tools_test.c: the ten tools as a client sees them, without a device
#include "mcp/tools/tools.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "device/device.h"
#include "flow/app/app.h"
#include "flow/steps/step.h"
#include "mcp/server.h"
#include "mcp/session.h"
#include "mcp/session_pool.h"
#include "mcp/tools/reply.h"
#include "tests/schema.h"
#include "tests/t.h"

enum { ROOM_FOR_CLIENTS = 2048, NAME_MAX_LEN = 30 };

static void
collect(void *user, enum at_sink_kind kind, struct at_buf *message)
{
    (void)kind;
    at_buf_add_str(user, at_buf_str(message));
}

static json_t *
ask(const char *message, size_t *out_len)
{
    struct at_mcp_opts opts = {
        .name = "agentest",
        .title = "AgenTest",
        .version = "1",
        .instructions = at_tools_instructions,
        .tools = at_tools,
        .tool_count = AT_TOOL_COUNT,
    };
    struct at_buf out = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    struct at_sink sink = {collect, NULL, NULL, &out};
    struct at_mcp *mcp = at_mcp_new(&opts);
    struct at_mcp_peer peer;
    at_mcp_peer_init(&peer, mcp);
    at_mcp_receive(&peer, at_str(message), &sink);
    json_t *answer = json_loads(at_buf_text(&out), 0, NULL);
    *out_len = out.len;
    at_buf_deinit(&out);
    at_mcp_free(mcp);
    T_OK(json_object_get(answer, "result") != NULL);
    return answer;
}

static json_t *
list_tools(json_t **out_answer, size_t *out_len)
{
    *out_answer = ask(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", out_len);
    return json_object_get(json_object_get(*out_answer, "result"), "tools");
}

T_TEST(the_list_is_small)
{
    json_t *answer;
    size_t len;
    json_t *tools = list_tools(&answer, &len);
    T_EQ_SIZE(json_array_size(tools), AT_TOOL_COUNT);
    print_message("tools/list: %zu bytes\n", len);
    T_OK(len <= AT_MCP_LIST_MAX_BYTES);
    json_decref(answer);
}

T_TEST(instructions_are_not_cut_by_clients)
{
    T_OK(strlen(at_tools_instructions) <= ROOM_FOR_CLIENTS);
    T_HAS(at_tools_instructions, "never an instruction");
}

static void
check_tool(const json_t *tool, const struct at_tool *row)
{
    static const char *const hints[] = {"readOnlyHint", "destructiveHint",
                                        "idempotentHint", "openWorldHint"};
    json_t *schema = json_object_get(tool, "inputSchema");
    json_t *notes = json_object_get(tool, "annotations");
    T_ROW(row->name);
    T_EQ_TEXT(json_string_value(json_object_get(tool, "name")), row->name);
    T_OK(strncmp(row->name, "agentest_", 9) == 0);
    T_EQ_SIZE(strspn(row->name, "abcdefghijklmnopqrstuvwxyz_"),
              strlen(row->name));
    T_OK(strlen(row->name) <= NAME_MAX_LEN);
    T_OK(strlen(row->title) > 0);
    T_OK(strlen(row->description) > 0);
    T_OK(row->max_ms > 0);
    for (size_t i = 0; i < T_LEN(hints); i++)
        T_OK(json_is_boolean(json_object_get(notes, hints[i])));
    T_EQ_TEXT(json_string_value(json_object_get(schema, "type")), "object");
    t_schema_check(schema, true);
}

// The schema's properties are exactly the rows, in their order.
static void
check_rows(const json_t *schema, const struct at_arg *rows)
{
    json_t *properties = json_object_get(schema, "properties");
    json_t *required = json_object_get(schema, "required");
    void *at = json_object_iter(properties);
    size_t count = 0;
    for (; rows->name; rows++) {
        T_ROW(rows->name);
        T_OK(at != NULL);
        T_EQ_TEXT(json_object_iter_key(at), rows->name);
        at = json_object_iter_next(properties, at);
        count += rows->required;
    }
    T_NULL(at);
    T_EQ_SIZE(json_array_size(required), count);
}

T_TEST(the_list_is_the_rows)
{
    json_t *answer;
    size_t len;
    json_t *tools = list_tools(&answer, &len);
    for (size_t i = 0; i < AT_TOOL_COUNT; i++) {
        json_t *tool = json_array_get(tools, i);
        check_tool(tool, at_tools[i]);
        check_rows(json_object_get(tool, "inputSchema"), at_tools[i]->args);
    }
    json_decref(answer);
}

// All tools have them, and connect, which comes first, says what they are.
T_TEST(session_and_device_are_described_once)
{
    static const char *const names[] = {"session", "deviceId"};
    json_t *answer;
    size_t len;
    json_t *tools = list_tools(&answer, &len);
    for (size_t i = 0; i < AT_TOOL_COUNT; i++) {
        json_t *schema =
            json_object_get(json_array_get(tools, i), "inputSchema");
        json_t *properties = json_object_get(schema, "properties");
        for (size_t k = 0; k < T_LEN(names); k++) {
            json_t *property = json_object_get(properties, names[k]);
            T_ROW(at_tools[i]->name);
            T_OK(property);
            T_EQ_INT(json_object_get(property, "description") != NULL,
                     at_tools[i] == &at_tool_connect);
        }
    }
    json_decref(answer);
}

T_TEST(the_steps_schema_has_every_field_of_every_action)
{
    json_t *schema = at_tools_steps_schema();
    json_t *items = json_object_get(schema, "items");
    json_t *properties = json_object_get(items, "properties");
    json_t *actions =
        json_object_get(json_object_get(properties, "action"), "enum");
    const char *usage =
        json_string_value(json_object_get(schema, "description"));
    T_EQ_SIZE(json_array_size(actions), AT_FLOW_ACTION_COUNT);
    T_EQ_SIZE(json_array_size(json_object_get(items, "required")), 1);
    for (size_t i = 0; i < AT_FLOW_ACTION_COUNT; i++) {
        const struct at_step_row *row = &at_step_rows[i];
        T_ROW(row->name);
        T_EQ_TEXT(json_string_value(json_array_get(actions, i)), row->name);
        T_HAS(usage, row->name);
        for (const struct at_arg *arg = row->args; arg->name; arg++)
            T_OK(json_object_get(properties, arg->name) != NULL);
    }
    json_decref(schema);
}

// Calls that are refused before any device is opened.
static const struct {
    const struct at_tool *tool;
    const char *args;
    const char *says;
    const char *code;
} refused[] = {
    {&at_tool_connect, "{}", "'packageName' is missing", "INVALID_ARGUMENT"},
    {&at_tool_connect, "{\"packageName\":\"a.b\",\"package\":1}",
     "unknown field 'package'", "INVALID_ARGUMENT"},
    {&at_tool_connect, "{\"packageName\":\"a.b\",\"backend\":\"usb\"}",
     "cannot be 'usb'", "INVALID_ARGUMENT"},
    {&at_tool_run_flow, "{}", "'steps' is missing", "INVALID_ARGUMENT"},
    {&at_tool_run_flow, "{\"steps\":[]}", "1 to 200 steps", "INVALID_ARGUMENT"},
    {&at_tool_run_flow,
     "{\"steps\":[{\"action\":\"press_key\",\"keycode\":"
     "\"KEYCODE_BACK\"}]}",
     "call agentest_connect", "INVALID_ARGUMENT"},
    {&at_tool_reset_app, "{}", "call agentest_connect", "INVALID_ARGUMENT"},
    {&at_tool_get_logs, "{}", "call agentest_connect", "INVALID_ARGUMENT"},
    {&at_tool_get_logs, "{\"maxLines\":201}", "from 1 to 200",
     "INVALID_ARGUMENT"},
    {&at_tool_query_db, "{\"database\":\"a\",\"query\":\"b\"}",
     "call agentest_connect", "INVALID_ARGUMENT"},
    {&at_tool_get_shared_prefs, "{\"file\":\"a\"}", "call agentest_connect",
     "INVALID_ARGUMENT"},
    {&at_tool_set_network, "{}", "nothing to set", "INVALID_ARGUMENT"},
    {&at_tool_set_network, "{\"preset\":\"5g\"}", "cannot be '5g'",
     "INVALID_ARGUMENT"},
    {&at_tool_set_network, "{\"speed\":\"5\"}", "up:down", "INVALID_ARGUMENT"},
    {&at_tool_set_network, "{\"speed\":\"5:6:7\"}", "up:down",
     "INVALID_ARGUMENT"},
    {&at_tool_set_network, "{\"speed\":\"\"}", "nothing to set",
     "INVALID_ARGUMENT"},
    {&at_tool_set_network, "{\"delay\":\"slow\"}", "min:max",
     "INVALID_ARGUMENT"},
    {&at_tool_set_network, "{\"preset\":\"lte\",\"speed\":\"1:2\"}", "not both",
     "INVALID_ARGUMENT"},
};

static bool
open_none(const struct at_op *op, const char *serial,
          struct at_device **out_device, struct at_err *err)
{
    (void)op;
    (void)serial;
    *out_device = NULL;
    return at_fail(err, AT_EIO, "a device was asked for");
}

T_TEST(refuses_with_a_sentence_and_a_code)
{
    for (size_t i = 0; i < T_LEN(refused); i++) {
        struct at_session *session = at_session_new(open_none);
        struct at_tool_env env = {.context = session,
                                  .failed = at_session_note_failure};
        json_t *args = json_loads(refused[i].args, 0, NULL);
        T_ROW(refused[i].args);
        T_OK(args != NULL);
        json_t *result =
            at_tool_run(refused[i].tool, args, &env, NULL, NULL, NULL);
        json_t *block = json_array_get(json_object_get(result, "content"), 0);
        const char *text = json_string_value(json_object_get(block, "text"));
        T_OK(json_is_true(json_object_get(result, "isError")));
        T_HAS(text, refused[i].says);
        T_HAS(text, refused[i].code);
        json_decref(result);
        json_decref(args);
        at_session_free(session);
    }
}

// A device that is connected or gone, and how often it was opened.
static struct {
    bool gone;
    int opened;
    char serial[32]; // the requested serial
} world;

static bool
info_or_gone(const struct at_op *op, struct at_device *device,
             struct at_device_info *out, struct at_err *err)
{
    (void)op;
    (void)device;
    *out = (struct at_device_info){.serial = "dev-1", .api_level = 34};
    return !world.gone || at_fail(err, AT_ENODEV, "it is gone");
}

static void
free_device(struct at_device *device)
{
    free(device);
}

static const struct at_device_ops world_ops = {.info = info_or_gone,
                                               .free = free_device};

static bool
open_world(const struct at_op *op, const char *serial,
           struct at_device **out_device, struct at_err *err)
{
    (void)op;
    world.opened++;
    snprintf(world.serial, sizeof(world.serial), "%s", serial);
    *out_device = NULL;
    if (world.gone)
        return at_fail(err, AT_ENODEV, "none there");
    struct at_device *device = at_alloc(sizeof(*device));
    device->ops = &world_ops;
    snprintf(device->serial, sizeof(device->serial), "dev-1");
    *out_device = device;
    return true;
}

static bool
device_info_works(struct at_session *session)
{
    struct at_tool_env env = {.context = session,
                              .failed = at_session_note_failure};
    json_t *args = json_object();
    json_t *result =
        at_tool_run(&at_tool_device_info, args, &env, NULL, NULL, NULL);
    bool ok = !json_object_get(result, "isError");
    json_decref(result);
    json_decref(args);
    return ok;
}

T_TEST(a_device_that_vanished_is_opened_again)
{
    struct at_session *session = at_session_new(open_world);
    T_OK(device_info_works(session));
    T_OK(device_info_works(session));
    T_EQ_INT(world.opened, 1);
    world.gone = true;
    T_NOT(device_info_works(session));
    T_NOT(device_info_works(session));
    T_EQ_INT(world.opened, 2);
    world.gone = false;
    T_OK(device_info_works(session));
    T_EQ_INT(world.opened, 3);
    T_EQ_TEXT(world.serial, ""); // no call had named a device
    at_session_free(session);
}

T_TEST(a_connected_device_is_opened_again_by_its_serial)
{
    struct at_op op = {AT_NEVER_NS, NULL};
    struct at_err gone = {.code = AT_ENODEV};
    struct at_session *session = at_session_new(open_world);
    struct at_app *app;
    struct at_session_target target = {.serial = AT_STR("dev-1"),
                                       .package = AT_STR("a.b")};
    T_OK(at_session_connect(&op, session, &target, &app, NULL));
    at_session_note_failure(session, &gone);
    world.serial[0] = '\0';
    T_OK(at_session_app(&op, session, &app, NULL));
    T_EQ_TEXT(world.serial, "dev-1");
    T_EQ_TEXT(at_app_package(app), "a.b");
    at_session_forget(session);
    T_NOT(at_session_app(&op, session, &app, NULL));
    at_session_free(session);
}

// Quotes and newlines take two bytes each in JSON, control bytes six.
static const char *const dense[] = {"\"\n", "line of text\n", "\x01", "x",
                                    "\xe2\x82\xac\n"};

T_TEST(a_member_is_cut_until_the_whole_fits)
{
    enum { MAX = 3000 };
    for (size_t i = 0; i < T_LEN(dense); i++) {
        struct at_buf text = AT_BUF_INIT(AT_MIB);
        while (text.len < 3 * MAX)
            at_buf_add_text(&text, dense[i]);
        json_t *object = json_object();
        json_object_set_new(object, "kept", json_true());
        json_object_set_new(object, "text", json_string(at_buf_text(&text)));
        at_reply_fit(object, "text", MAX, "try less");
        json_t *cut = json_object_get(object, "text");
        T_OK(at_reply_len(object) <= MAX);
        T_OK(at_reply_len(object) > MAX / 4);
        T_HAS(json_string_value(cut), ": try less]");
        T_OK(memcmp(json_string_value(cut), text.data, MAX / 20) == 0);
        T_OK(json_is_true(json_object_get(object, "kept")));
        json_decref(object);
        at_buf_deinit(&text);
    }
}

T_TEST(a_text_that_fits_stays)
{
    struct at_buf text = AT_BUF_INIT(1000);
    at_buf_add_text(&text, "one\ntwo\n");
    at_reply_cut(&text, 8, "never said");
    T_EQ_TEXT(at_buf_text(&text), "one\ntwo\n");
    for (int i = 0; i < 30; i++)
        at_buf_add_text(&text, "line of text\n");
    at_reply_cut(&text, 250, "try less");
    T_EQ_TEXT(at_buf_text(&text),
              "one\ntwo\nline of text\nline of text\nline of text\n[cut: 27 "
              "more lines, 351 bytes: try less]");
    at_buf_deinit(&text);
}

T_MAIN()
