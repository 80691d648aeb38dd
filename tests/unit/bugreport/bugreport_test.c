// bugreport_test.c: the archive: what is taken in, left out, and never
// replaced
#include "bugreport/bugreport.h"

#include <sys/stat.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/limits_report.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tests/t.h"
#include "wire/json.h"
#include "wire/zip.h"

static char folder[] = "/tmp/agentest-bugreport-XXXXXX";

static int
set_up(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int
tear_down(void **state)
{
    (void)state;
    return at_folder_remove(folder, NULL) ? 0 : -1;
}

static char *
below(const char *name)
{
    return at_strfmt("%s/%s", folder, name);
}

static void
put(const char *name, struct at_str content)
{
    char *path = below(name);
    T_OK(at_file_put(path, content, NULL));
    free(path);
}

// The reason for which a file is not inside; "": the list does not
// have it.
static const char *
why_left_out(const json_t *json, const char *name)
{
    const json_t *rows = json_object_get(json, "left_out");
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        if (at_str_is(at_json_get_str(row, "name"), name))
            return json_string_value(json_object_get(row, "why"));
    }
    return "";
}

static bool
has_entry(const char *path, const char *name, struct at_buf *out)
{
    struct at_buf bytes = AT_BUF_INIT(AT_BUGREPORT_MAX_BYTES);
    struct at_zip zip;
    struct at_zip_entry entry;
    struct at_err err = AT_ERR_INIT;
    T_OK(at_file_read(path, &bytes, &err));
    T_OK(at_zip_open(at_buf_str(&bytes), &zip, &err));
    bool found = at_zip_find(&zip, at_str(name), &entry, &err);
    if (found)
        T_OK(at_zip_read(&zip, &entry, out, &err));
    at_buf_deinit(&bytes);
    return found;
}

static struct at_bugreport *
report_of(bool pictures)
{
    return at_bugreport_new(&(struct at_bugreport_opts){.program = "agentest",
                                                        .pictures = pictures});
}

T_TEST(a_folder_is_taken_in)
{
    char *path = below("one.zip");
    char *from = below("run");
    struct at_buf text = AT_BUF_INIT(AT_BUGREPORT_FILE_MAX_BYTES);
    struct stat info;
    struct at_err err = AT_ERR_INIT;
    char *inner = below("run/inner");
    T_OK(at_folder_make(inner, &err));
    put("run/a.txt", AT_STR("typed: Milk and bread\n"));
    put("run/inner/b.json",
        AT_STR("{\"action\":\"type\",\"value\":\"Milk and bread\"}"));
    put("run/c.png", AT_STR("\x89PNG"));
    put("run/d.bin", AT_STR("a\0b"));
    put("run/e.mp4", AT_STR("x"));
    char *link_path = below("run/f.txt");
    T_EQ_INT(symlink("/etc/passwd", link_path), 0);
    struct at_bugreport *report = report_of(false);
    at_bugreport_add_folder(report, "runs/Milk and bread", from);
    at_bugreport_add_folder(report, "none", "/nowhere/at/all");
    T_OK(at_bugreport_write(report, path, false, &err));
    T_OK(has_entry(path, "runs/{{typed-1}}/a.txt", &text));
    T_EQ_TEXT(at_buf_text(&text), "typed: {{typed-1}}\n");
    at_buf_clear(&text);
    T_OK(has_entry(path, "runs/{{typed-1}}/inner/b.json", &text));
    T_NOT(has_entry(path, "runs/{{typed-1}}/c.png", &text));
    T_NOT(has_entry(path, "runs/{{typed-1}}/f.txt", &text));
    json_t *json = at_bugreport_json(report);
    T_HAS(why_left_out(json, "runs/{{typed-1}}/c.png"), "--pictures");
    T_HAS(why_left_out(json, "runs/{{typed-1}}/d.bin"), "not a text");
    T_HAS(why_left_out(json, "runs/{{typed-1}}/e.mp4"), "a video");
    T_HAS(why_left_out(json, "runs/{{typed-1}}/f.txt"), "not a path below");
    T_EQ_INT(stat(path, &info), 0);
    T_EQ_INT(info.st_mode & 0777, 0600);
    at_buf_clear(&text);
    T_OK(has_entry(path, "README.txt", &text));
    T_HAS(at_buf_text(&text), "runs/{{typed-1}}/e.mp4: a video");
    json_decref(json);
    at_bugreport_free(report);
    at_buf_deinit(&text);
    free(link_path);
    free(inner);
    free(from);
    free(path);
}

T_TEST(an_existing_file_is_never_replaced)
{
    char *path = below("two.zip");
    struct at_err err = AT_ERR_INIT;
    struct at_buf text = AT_BUF_INIT(100);
    put("two.zip", AT_STR("mine"));
    struct at_bugreport *report = report_of(false);
    T_NOT(at_bugreport_write(report, path, false, &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "never replaced");
    T_OK(at_file_read(path, &text, &err));
    T_EQ_TEXT(at_buf_text(&text), "mine");
    at_bugreport_free(report);
    at_buf_deinit(&text);
    free(path);
}

T_TEST(a_dry_one_writes_nothing)
{
    char *path = below("three.zip");
    struct at_err err = AT_ERR_INIT;
    struct at_bugreport *report = report_of(false);
    at_bugreport_add_text(report, "a.txt", "one", AT_STR("x"));
    T_OK(at_bugreport_write(report, path, true, &err));
    T_NOT(at_file_exists(path));
    json_t *json = at_bugreport_json(report);
    T_EQ_SIZE(json_array_size(json_object_get(json, "files")), 1);
    T_OK(json_is_null(json_object_get(json, "path")));
    json_decref(json);
    at_bugreport_free(report);
    free(path);
}

T_TEST(pictures_are_taken_in_if_they_are_asked_for)
{
    char *path = below("four.zip");
    struct at_err err = AT_ERR_INIT;
    struct at_buf bytes = AT_BUF_INIT(100);
    struct at_bugreport *report = report_of(true);
    at_bugreport_add_picture(report, "a.png", AT_STR("\x89PNG"));
    T_OK(at_bugreport_write(report, path, false, &err));
    T_OK(has_entry(path, "a.png", &bytes));
    T_EQ_TEXT(at_buf_text(&bytes), "\x89PNG");
    at_bugreport_free(report);
    at_buf_deinit(&bytes);
    free(path);
}

// A long log is cut to its end, from a whole line on; a long document stays
// out.
T_TEST(long_files_are_cut_or_left_out)
{
    char *path = below("five.zip");
    char *log = below("long.log");
    char *document = below("long.json");
    struct at_err err = AT_ERR_INIT;
    struct at_buf text = AT_BUF_INIT(2 * AT_BUGREPORT_FILE_MAX_BYTES);
    struct at_buf read = AT_BUF_INIT(2 * AT_BUGREPORT_FILE_MAX_BYTES);
    for (int i = 0; text.len < AT_BUGREPORT_FILE_MAX_BYTES + 1000; i++)
        at_buf_add_fmt(&text, "line %d of a log, which is long\n", i);
    put("long.log", at_buf_str(&text));
    put("long.json", at_buf_str(&text));
    struct at_bugreport *report = report_of(false);
    at_bugreport_add_file(report, "long.log", "", log);
    at_bugreport_add_file(report, "long.json", "", document);
    at_bugreport_add_file(report, "gone.log", "", "/nowhere/gone.log");
    T_OK(at_bugreport_write(report, path, false, &err));
    T_OK(has_entry(path, "long.log", &read));
    T_OK(read.len <= AT_BUGREPORT_FILE_MAX_BYTES);
    T_OK(at_str_starts(at_buf_str(&read), AT_STR("line ")));
    T_OK(at_str_ends(at_buf_str(&text),
                     at_str_skip(at_buf_str(&read), read.len - 30)));
    json_t *json = at_bugreport_json(report);
    T_HAS(why_left_out(json, "long.json"), "4 MiB");
    T_HAS(why_left_out(json, "gone.log"), "No such file");
    json_decref(json);
    at_bugreport_free(report);
    at_buf_deinit(&text);
    at_buf_deinit(&read);
    free(document);
    free(log);
    free(path);
}

// The first files are the newest: they fill the report, the rest is listed.
T_TEST(a_full_report_lists_what_had_no_room)
{
    char *path = below("six.zip");
    struct at_err err = AT_ERR_INIT;
    struct at_buf text = AT_BUF_INIT(AT_BUGREPORT_FILE_MAX_BYTES);
    struct at_bugreport *report = report_of(false);
    while (text.len < AT_BUGREPORT_FILE_MAX_BYTES)
        at_buf_add_char(&text, text.len % 80 == 79 ? '\n' : '.');
    for (int i = 0; i < 8; i++) {
        char name[20];
        snprintf(name, sizeof(name), "%d.txt", i);
        at_bugreport_add_text(report, name, "", at_buf_str(&text));
    }
    T_OK(at_bugreport_write(report, path, true, &err));
    json_t *json = at_bugreport_json(report);
    T_EQ_SIZE(json_array_size(json_object_get(json, "files")), 6);
    T_HAS(why_left_out(json, "7.txt"), "fill the report");
    json_decref(json);
    at_bugreport_free(report);
    at_buf_deinit(&text);
    free(path);
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
