// html_test.c: a run as one HTML file: nothing ends a block, nothing is too
// much
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tester/report/html.h"
#include "tests/t.h"
#include "tests/unit/rig.h"
#include "wire/image.h"
#include "wire/json.h"

static const struct {
    const char *text;
    const char *written;
} rows[] = {
    {"", ""},
    {"{\"a\":1}", "{\"a\":1}"},
    {"\"</script>\"", "\"\\u003c/script\\u003e\""},
    {"\"<!-- <script\"", "\"\\u003c!-- \\u003cscript\""},
    {"\"-->\"", "\"--\\u003e\""},
    {"<", "\\u003c"},
    {"\xe2\x80\xa8", "\\u2028"},
    {"a\xe2\x80\xa9z", "a\\u2029z"},
    {"<\xe2\x80\xa8>", "\\u003c\\u2028\\u003e"},
    // Others with the same bytes: U+201C, U+2068, U+00A8, and a piece of one.
    {"\xe2\x80\x9c \xe2\x81\xa8 \xc2\xa8",
     "\xe2\x80\x9c \xe2\x81\xa8 \xc2\xa8"},
    {"\xa8\x80\xa8", "\xa8\x80\xa8"},
};

T_TEST(json_cannot_end_its_block)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(1024);
        T_ROW(rows[i].text);
        at_html_write_json(at_str(rows[i].text), &out);
        T_EQ_TEXT(at_buf_text(&out), rows[i].written);
        at_buf_deinit(&out);
    }
}

// A store that has only events: text, this many times, each with its number
// for a "%d".
struct events {
    struct at_store_db db;
    const char *text;
    int count;
};

static bool
read_events(struct at_store_db *db, const struct at_store_reading *wanted,
            struct at_err *err)
{
    const struct events *events = (const struct events *)(void *)db;
    bool more = true;
    (void)err;
    T_EQ_STR(wanted->run, "01ABC");
    for (int i = 1; more && i <= events->count; i++) {
        char *text = at_strfmt("{\"index\":%d,%s}", i, events->text);
        more = wanted->each(wanted->user, i, at_str(text));
        free(text);
    }
    return true;
}

static const struct at_store_db_ops ops = {.events = read_events};

static const char page[] = "<html>head<!--run-->\ntail</html>";

// The report, as a text to be freed.
static char *
timed_report_of(int64_t ms, struct events *events, const char *folder,
                const char *front, struct at_err *err)
{
    struct at_op op = rig_op(ms);
    struct at_buf text = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    json_t *document =
        at_json_parse(AT_STR("{\"id\":\"01ABC\",\"goal\":\"</script><b>\","
                             "\"owner\":\"secret\",\"final\":{}}"),
                      NULL);
    int fd;
    events->db.ops = &ops;
    T_OK(at_file_open_unnamed("/tmp", &fd, NULL));
    struct at_html_report report = {&events->db, document, folder,
                                    at_str(front)};
    bool ok = at_report_html(&op, &report, fd, err);
    T_EQ_INT(lseek(fd, 0, SEEK_SET), 0);
    T_OK(at_file_read_open(fd, "report", &text, NULL));
    close(fd);
    json_decref(document);
    if (ok)
        return at_buf_take(&text);
    at_buf_deinit(&text);
    return NULL;
}

static char *
report_of(struct events *events, const char *folder, const char *front,
          struct at_err *err)
{
    return timed_report_of(60000, events, folder, front, err);
}

// The text of a block; to be freed. NULL: no such block.
static char *
block(const char *report, const char *id)
{
    char *wanted = at_strfmt(" id=\"%s\">", id);
    const char *from = strstr(report, wanted);
    const char *end = from ? strstr(from, "</script>") : NULL;
    char *text = NULL;
    if (end)
        text = at_strndup(from + strlen(wanted),
                          (size_t)(end - from) - strlen(wanted));
    free(wanted);
    return text;
}

static json_t *
json_block(const char *report, const char *id)
{
    char *text = block(report, id);
    T_OK(text != NULL);
    json_t *json = at_json_parse(at_str(text), NULL);
    T_OK(json != NULL);
    free(text);
    return json;
}

T_TEST(a_report_has_the_page_around_the_data)
{
    struct events events = {.text = "\"type\":\"log\",\"message\":\"<!--\"",
                            .count = 2};
    struct at_err err = AT_ERR_INIT;
    char *text = report_of(&events, NULL, page, &err);
    T_OK(text != NULL);
    T_OK(at_str_starts(at_str(text), AT_STR("<html>head<script ")));
    T_OK(at_str_ends(at_str(text), AT_STR("</script>\n\ntail</html>")));
    json_t *run = json_block(text, "run");
    json_t *list = json_block(text, "events");
    json_t *index = json_block(text, "index");
    T_EQ_STR(at_json_get_str(run, "goal"), "</script><b>");
    T_OK(!json_object_get(run, "owner") && !json_object_get(run, "final"));
    T_EQ_SIZE(json_array_size(list), 2);
    T_EQ_STR(at_json_get_str(json_array_get(list, 1), "message"), "<!--");
    T_EQ_SIZE(json_array_size(json_object_get(index, "files")), 0);
    json_decref(run);
    json_decref(list);
    json_decref(index);
    free(text);
}

T_TEST(a_report_needs_the_front_end)
{
    struct events events = {.text = "\"type\":\"log\"", .count = 1};
    struct at_err err = AT_ERR_INIT;
    T_OK(report_of(&events, NULL, "<html></html>", &err) == NULL);
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
}

T_TEST(events_beyond_the_limit_are_counted)
{
    char *message = at_alloc(200 * 1024 + 1);
    memset(message, 'x', 200 * 1024);
    char *text = at_strfmt("\"message\":\"%s\"", message);
    struct events events = {.text = text, .count = 100};
    struct at_err err = AT_ERR_INIT;
    char *report = report_of(&events, NULL, page, &err);
    T_OK(report != NULL);
    json_t *list = json_block(report, "events");
    json_t *index = json_block(report, "index");
    json_int_t left = json_integer_value(
        json_object_get(json_object_get(index, "leftOut"), "events"));
    T_OK(left > 0);
    T_EQ_SIZE(json_array_size(list) + (size_t)left, 100);
    T_OK(strlen(report) < AT_HTML_EVENTS_MAX_BYTES + 64 * AT_KIB);
    json_decref(list);
    json_decref(index);
    free(report);
    free(text);
    free(message);
}

static void
put_picture(const char *folder)
{
    struct at_image image;
    struct at_buf png = AT_BUF_INIT(AT_MIB);
    char *below = at_strfmt("%s/screenshots", folder);
    char *path = at_strfmt("%s/0001-tap.png", below);
    at_image_init(&image, 1440, 2400);
    T_OK(at_png_write(&image, &png, NULL));
    T_OK(at_folder_make(below, NULL));
    T_OK(at_file_put(path, at_buf_str(&png), NULL));
    at_image_deinit(&image);
    at_buf_deinit(&png);
    free(path);
    free(below);
}

static void
put_call(const char *folder)
{
    char *below = at_strfmt("%s/model", folder);
    char *path = at_strfmt("%s/0001.json", below);
    T_OK(at_folder_make(below, NULL));
    T_OK(at_file_put(path, AT_STR("{\"request\":\"</script>\"}"), NULL));
    free(path);
    free(below);
}

T_TEST(files_are_within_and_those_that_are_gone_are_counted)
{
    char home[128];
    rig_make_home(home, sizeof(home));
    put_picture(home);
    put_call(home);
    struct events events = {
        .text = "\"before\":\"screenshots/0001-tap.png\","
                "\"screenshotPath\":\"screenshots/0002-gone.png\","
                "\"callPath\":\"model/0001.json\",\"videoPath\":\"../x\"",
        .count = 3};
    struct at_err err = AT_ERR_INIT;
    char *report = report_of(&events, home, page, &err);
    T_OK(report != NULL);
    json_t *index = json_block(report, "index");
    json_t *call = json_block(report, "file-1");
    const json_t *files = json_object_get(index, "files");
    const json_t *left = json_object_get(index, "leftOut");
    T_EQ_SIZE(json_array_size(files), 2);
    T_EQ_STR(at_json_str(json_array_get(files, 0)), "screenshots/0001-tap.png");
    T_EQ_STR(at_json_str(json_array_get(files, 1)), "model/0001.json");
    T_EQ_STR(at_json_get_str(call, "request"), "</script>");
    T_EQ_INT(json_integer_value(json_object_get(left, "pictures")), 1);
    T_EQ_INT(json_integer_value(json_object_get(left, "files")), 0);
    char *jpeg = block(report, "file-0");
    struct at_buf bytes = AT_BUF_INIT(AT_MIB);
    T_OK(at_base64_read(at_str(jpeg), &bytes));
    T_OK(at_str_starts(at_buf_str(&bytes), AT_STR("\xff\xd8\xff")));
    at_buf_deinit(&bytes);
    free(jpeg);
    json_decref(index);
    json_decref(call);
    free(report);
    rig_remove_home(home);
}

T_TEST(without_time_a_report_has_no_pictures)
{
    char home[128];
    rig_make_home(home, sizeof(home));
    put_picture(home);
    struct events events = {.text = "\"before\":\"screenshots/0001-tap.png\"",
                            .count = 1};
    struct at_err err = AT_ERR_INIT;
    char *report = timed_report_of(4000, &events, home, page, &err);
    T_OK(report != NULL);
    json_t *index = json_block(report, "index");
    const json_t *left = json_object_get(index, "leftOut");
    T_EQ_INT(json_integer_value(json_object_get(left, "pictures")), 1);
    json_decref(index);
    free(report);
    rig_remove_home(home);
}

T_MAIN()
