// results_test.c: results fit their own schemas and a client's limits
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/session.h"
#include "mcp/session_pool.h"
#include "mcp/tools/prompts.h"
#include "mcp/tools/tools.h"
#include "tests/t.h"
#include "tests/unit/device/fake_device.h"
#include "wire/image.h"

enum { HUGE_BYTES = 300000, BUTTONS = 2200 };

// The device of all tests; huge: its outputs are longer than any reply.
static struct {
    struct fake_device fake;
    struct at_device_ops ops;
    struct fake_frame frame;
    struct at_buf xml;
    bool huge;
} world;

static void
fill(struct at_buf *out, const char *line)
{
    size_t max = world.huge ? HUGE_BYTES : strlen(line);
    while (out->len < max)
        at_buf_add_text(out, line);
}

static bool
info(const struct at_op *op, struct at_device *device,
     struct at_device_info *out, struct at_err *err)
{
    (void)op;
    (void)device;
    (void)err;
    *out = (struct at_device_info){
        .serial = "fake", .api_level = 34, .width_px = 1080, .height_px = 1920};
    return true;
}

static bool
logs(const struct at_op *op, struct at_device *device,
     const struct at_log_query *query, struct at_log_result *out,
     struct at_err *err)
{
    (void)op;
    (void)device;
    (void)query;
    (void)err;
    *out = (struct at_log_result){.text = AT_BUF_INIT(AT_MIB), .lines = 1};
    fill(&out->text, "01-02 03:04:05.678  1  1 I tag: \xe2\x82\xac \"text\"\n");
    return true;
}

static bool
prefs(const struct at_op *op, struct at_device *device, const char *package,
      struct at_str file, struct at_buf *out, struct at_err *err)
{
    (void)op;
    (void)device;
    (void)package;
    (void)file;
    (void)err;
    fill(out, "<string name=\"a\">b</string>\n");
    return true;
}

static bool
query_db(const struct at_op *op, struct at_device *device,
         const struct at_db_query *query, struct at_db_result *out,
         struct at_err *err)
{
    (void)op;
    (void)device;
    (void)query;
    (void)err;
    out->row_count = 1;
    fill(&out->rows, "1|\"two\"\n");
    return true;
}

static bool
network(const struct at_op *op, struct at_device *device,
        const struct at_network *wanted, struct at_buf *out, struct at_err *err)
{
    (void)op;
    (void)device;
    (void)wanted;
    (void)err;
    return at_buf_add_text(out, "WiFi on");
}

static bool
screenshot(const struct at_op *op, struct at_device *device, struct at_buf *out,
           struct at_err *err)
{
    (void)op;
    (void)device;
    struct at_image image;
    uint32_t noise = 1;
    at_image_init(&image, 1440, 3120);
    for (size_t i = 0; world.huge && i < 1440 * 3120 * 4; i++) {
        noise = noise * 1664525 + 1013904223;
        image.pixels[i] = i % 4 == 3 ? 255 : (unsigned char)(noise >> 24);
    }
    bool ok = at_png_write(&image, out, err);
    at_image_deinit(&image);
    return ok;
}

static bool
open_world(const struct at_op *op, const char *serial,
           struct at_device **out_device, struct at_err *err)
{
    (void)op;
    (void)serial;
    (void)err;
    *out_device = &world.fake.base;
    return true;
}

static void
write_screen(size_t buttons)
{
    static const char head[] =
        "<hierarchy rotation=\"0\"><node class=\"android.widget.FrameLayout\" "
        "package=\"com.ex\" enabled=\"true\" bounds=\"[0,0][1080,1920]\">";
    at_buf_add_text(&world.xml, head);
    for (size_t i = 0; i < buttons; i++)
        at_buf_add_fmt(&world.xml,
                       "<node class=\"android.widget.Button\" "
                       "package=\"com.ex\" enabled=\"true\" clickable=\"true\" "
                       "text=\"Button %zu with quite a long label, as some "
                       "lists have\" bounds=\"[0,%zu][1080,%zu]\"/>",
                       i, i % 1900, i % 1900 + 10);
    at_buf_add_text(&world.xml, "</node></hierarchy>");
}

static void
world_init(bool huge)
{
    world.huge = huge;
    world.xml = (struct at_buf)AT_BUF_INIT(AT_MIB);
    write_screen(huge ? BUTTONS : 2);
    world.frame =
        (struct fake_frame){at_buf_text(&world.xml), FAKE_SLOW, 0, NULL, AT_OK};
    fake_init(&world.fake, &world.frame, 1);
    world.ops = *world.fake.base.ops;
    world.ops.info = info;
    world.ops.logs = logs;
    world.ops.prefs = prefs;
    world.ops.query_db = query_db;
    world.ops.network = network;
    world.ops.screenshot = screenshot;
    world.fake.base.ops = &world.ops;
}

static void
world_deinit(void)
{
    fake_deinit(&world.fake);
    at_buf_deinit(&world.xml);
}

static json_t *
call(struct at_session *session, const struct at_tool *tool, const char *args)
{
    struct at_tool_env env = {.context = session};
    json_t *given = json_loads(args, 0, NULL);
    T_OK(given != NULL);
    json_t *result = at_tool_run(tool, given, &env, NULL, NULL, NULL);
    json_decref(given);
    return result;
}

static bool
is_type(const json_t *value, enum at_arg_type type)
{
    switch (type) {
    case AT_ARG_INTEGER:
        return json_is_integer(value);
    case AT_ARG_NUMBER:
        return json_is_number(value);
    case AT_ARG_BOOLEAN:
        return json_is_boolean(value);
    case AT_ARG_OBJECT:
        return json_is_object(value);
    case AT_ARG_LIST:
        return json_is_array(value);
    default:
        return json_is_string(value);
    }
}

// The schema has the names that are always there; the rows have the types too.
static void
check_fits(const json_t *schema, const struct at_arg *results,
           const json_t *value)
{
    const json_t *required = json_object_get(schema, "required");
    json_t *name;
    size_t i;
    T_OK(json_is_object(value));
    T_EQ_TEXT(json_string_value(json_object_get(schema, "type")), "object");
    json_array_foreach((json_t *)required, i, name)
        T_OK(json_object_get(value, json_string_value(name)) != NULL);
    for (const struct at_arg *row = results; row->name; row++) {
        const json_t *is = json_object_get(value, row->name);
        T_ROW(row->name);
        T_OK(is ? is_type(is, row->type) : !row->required);
    }
}

static const struct {
    const struct at_tool *tool;
    const char *args;
    const char *blocks; // their types
} rows[] = {
    {&at_tool_connect, "{\"packageName\":\"com.ex\"}", "text text"},
    {&at_tool_get_ui_tree, "{}", "text"},
    {&at_tool_get_ui_tree, "{\"maxLines\":5000}", "text"},
    {&at_tool_get_ui_tree, "{\"maxLines\":5000,\"offset\":700}", "text"},
    {&at_tool_run_flow,
     "{\"steps\":[{\"action\":\"tap\",\"target\":{\"ref\":\"@b1\"}}]}", "text"},
    {&at_tool_run_flow,
     "{\"echo\":true,\"steps\":[{\"action\":\"tap\","
     "\"target\":{\"ref\":\"@b1\"}}]}",
     "text"},
    {&at_tool_reset_app, "{}", "text text"},
    {&at_tool_get_logs, "{}", "text text"},
    {&at_tool_screenshot, "{}", "image text"},
    {&at_tool_device_info, "{}", "text"},
    {&at_tool_get_shared_prefs, "{\"file\":\"a\"}", "text"},
    {&at_tool_get_shared_prefs, "{\"file\":\"a\",\"offset\":10}", "text"},
    {&at_tool_query_db, "{\"database\":\"a\",\"query\":\"b\"}", "text"},
    {&at_tool_set_network, "{\"wifi\":true}", "text"},
};

static void
check_blocks(const json_t *content, const char *types)
{
    struct at_buf seen = AT_BUF_INIT(200);
    size_t i;
    json_t *block;
    json_array_foreach((json_t *)content, i, block)
    {
        const json_t *text = json_object_get(block, "text");
        const json_t *data = json_object_get(block, "data");
        at_buf_add_fmt(&seen, "%s%s", i ? " " : "",
                       json_string_value(json_object_get(block, "type")));
        T_OK(json_string_length(text) <= AT_MCP_TEXT_MAX_BYTES);
        T_OK(json_string_length(data) <= (AT_IMAGE_MAX_BYTES + 2) / 3 * 4);
    }
    T_EQ_TEXT(at_buf_text(&seen), types);
    at_buf_deinit(&seen);
}

static void
check_row(struct at_session *session, size_t i)
{
    json_t *about = at_tool_describe(rows[i].tool);
    json_t *result = call(session, rows[i].tool, rows[i].args);
    json_t *structured = json_object_get(result, "structuredContent");
    T_ROW(rows[i].tool->name);
    T_NULL(json_object_get(result, "isError"));
    check_blocks(json_object_get(result, "content"), rows[i].blocks);
    check_fits(json_object_get(about, "outputSchema"), rows[i].tool->results,
               structured);
    json_t *width = json_object_get(structured, "width");
    json_t *height = json_object_get(structured, "height");
    T_OK(json_integer_value(width) <= AT_IMAGE_MAX_SIDE_PX);
    T_OK(json_integer_value(height) <= AT_IMAGE_MAX_SIDE_PX);
    json_decref(result);
    json_decref(about);
}

static void
check_all(bool huge)
{
    world_init(huge);
    struct at_session *session = at_session_new(open_world);
    for (size_t i = 0; i < T_LEN(rows); i++)
        check_row(session, i);
    at_session_free(session);
    world_deinit();
}

T_TEST(each_result_fits_its_schema)
{
    check_all(false);
}

T_TEST(each_result_fits_the_limits)
{
    check_all(true);
}

static const struct at_tool *
with_result(const char *name)
{
    for (size_t i = 0; i < AT_TOOL_COUNT; i++) {
        if (strcmp(at_tools[i]->name, name) == 0 && at_tools[i]->results)
            return at_tools[i];
    }
    return NULL;
}

T_TEST(each_tool_has_rows_here)
{
    for (size_t i = 0; i < AT_TOOL_COUNT; i++) {
        bool found = false;
        for (size_t row = 0; row < T_LEN(rows); row++)
            found = found || rows[row].tool == at_tools[i];
        T_ROW(at_tools[i]->name);
        T_OK(found);
        T_OK(with_result(at_tools[i]->name) != NULL);
    }
}

// The pages together have each line once.
T_TEST(a_tree_is_read_page_by_page)
{
    world_init(true);
    struct at_session *session = at_session_new(open_world);
    size_t lines = 0;
    size_t pages = 0;
    size_t offset = 0;
    bool more = true;
    while (more && pages < 20) {
        char args[80];
        snprintf(args, sizeof(args), "{\"maxLines\":5000,\"offset\":%zu}",
                 offset);
        json_t *result = call(session, &at_tool_get_ui_tree, args);
        json_t *structured = json_object_get(result, "structuredContent");
        struct at_str text =
            at_str(json_string_value(json_object_get(structured, "uiTree")));
        struct at_str line;
        int64_t next = 0;
        more = false;
        while (at_str_next_line(&text, &line)) {
            ptrdiff_t at = at_str_find(line, AT_STR(" with offset "));
            lines += at_str_has(line, AT_STR("Button "));
            if (at < 0)
                continue;
            line = at_str_skip(line, (size_t)at + strlen(" with offset "));
            more = at_str_to_i64(line, 1, 100000, &next);
        }
        offset = (size_t)next;
        pages++;
        json_decref(result);
    }
    T_EQ_SIZE(lines, BUTTONS);
    T_OK(pages > 2); // one in the middle, too
    at_session_free(session);
    world_deinit();
}

T_TEST(prefs_are_read_page_by_page)
{
    world_init(true);
    struct at_session *session = at_session_new(open_world);
    struct at_buf whole = AT_BUF_INIT(AT_MIB);
    T_OK(prefs(NULL, NULL, "", AT_STR(""), &whole, NULL));
    json_decref(
        call(session, &at_tool_connect, "{\"packageName\":\"com.ex\"}"));
    size_t offset = 0;
    for (size_t pages = 0; offset < whole.len && pages < 20; pages++) {
        char args[80];
        snprintf(args, sizeof(args), "{\"file\":\"a\",\"offset\":%zu}", offset);
        json_t *result = call(session, &at_tool_get_shared_prefs, args);
        json_t *body = json_object_get(result, "structuredContent");
        json_t *next = json_object_get(body, "nextOffset");
        const char *content =
            json_string_value(json_object_get(body, "content"));
        size_t end = next ? (size_t)json_integer_value(next) : whole.len;
        T_OK(end > offset);
        T_OK(memcmp(content, whole.data + offset, end - offset) == 0);
        offset = end;
        json_decref(result);
    }
    T_EQ_SIZE(offset, whole.len);
    at_buf_deinit(&whole);
    at_session_free(session);
    world_deinit();
}

T_TEST(prompts_need_what_they_say)
{
    for (size_t i = 0; i < AT_PROMPT_COUNT; i++) {
        json_t *about = at_prompt_describe(at_prompts[i]);
        json_t *args = json_object_get(about, "arguments");
        size_t at;
        json_t *arg;
        T_ROW(at_prompts[i]->name);
        json_array_foreach(args, at, arg)
            T_OK(json_string_length(json_object_get(arg, "description")) > 0);
        json_decref(about);
    }
    T_NOT(at_prompt_check(at_prompts[0], NULL, NULL));
    T_OK(at_prompt_check(at_prompts[2], NULL, NULL));
}

T_MAIN()
