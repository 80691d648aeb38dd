#include "device/android/adb/data_files.h"

#include <stdio.h>

#include "base/limits.h"
#include "base/shell_quote.h"
#include "device/android/parse/listing.h"
#include "device/android/parse/run_as.h"
#include "wire/preferences_pb.h"

enum {
    HEADS_MAX = 400,   // files that are looked into
    HEADS_A_TIME = 80, // in one command
};

// "/data/data/PACKAGE/" and "/data/user/0/PACKAGE/" are the folder itself.
static struct at_str
without_folder(struct at_str path, const char *package)
{
    char inner[300];
    snprintf(inner, sizeof(inner), "/%s/", package);
    ptrdiff_t at = at_str_find(path, at_str(inner));
    if (at_str_starts(path, AT_STR("/data/")) && at >= 0)
        return at_str_skip(path, (size_t)at + at_str(inner).len);
    return at_str_starts(path, AT_STR("./")) ? at_str_skip(path, 2) : path;
}

bool
at_data_path(struct at_str given, const char *package, const char *home,
             const char *what, char out[AT_DATA_PATH_MAX], struct at_err *err)
{
    struct at_str path = without_folder(given, package);
    struct at_str rest = path;
    struct at_str part = AT_STR("");
    bool bare = !at_str_has(path, AT_STR("/"));
    bool ok =
        path.len > 0 && path.ptr[0] != '/' && !at_str_ends(path, AT_STR("/"));
    while (ok && at_str_next(&rest, '/', &part))
        ok = at_file_name_is_good(part);
    if (ok && path.len + sizeof("databases/.xml") < AT_DATA_PATH_MAX) {
        snprintf(out, AT_DATA_PATH_MAX, "%s%s%.*s", bare ? home : "",
                 bare ? "/" : "", AT_STR_ARG(path));
        return true;
    }
    return at_fail(err, AT_EUSAGE,
                   "'%.*s' does not name a %s: give its name, or its path "
                   "below the app's folder (files/SQLite/app.db), without '..'",
                   AT_STR_ARG(at_utf8_head(given, 64)), what);
}

bool
at_data_check_links(const struct at_op *op, struct at_android *android,
                    const char *package, struct at_str given, const char *path,
                    struct at_err *err)
{
    const char *words[] = {"run-as", package, "realpath", ".", path, NULL};
    struct at_adb_result result;
    struct at_str folder = {0};
    struct at_str real = {0};
    if (!at_str_has(given, AT_STR("/")))
        return true;
    bool ok = at_shell_run_words(op, android, words, &result, err);
    struct at_str lines = at_buf_str(&result.out);
    if (ok && at_str_next_line(&lines, &folder) &&
        at_str_next_line(&lines, &real) &&
        !(at_str_starts(real, folder) &&
          at_str_starts(at_str_skip(real, folder.len), AT_STR("/"))))
        ok = at_fail(err, AT_EUSAGE,
                     "'%.*s' is a link that leads out of the app's folder",
                     AT_STR_ARG(at_utf8_head(given, 64)));
    at_adb_result_deinit(&result);
    return ok;
}

// Append the paths of all files in the app's folder, each with "./". The list
// is empty on a device without `find`.
static bool
find_files(const struct at_op *op, struct at_android *android,
           const char *package, struct at_buf *out, struct at_err *err)
{
    const char *words[] = {"run-as", package, "find", ".", "-type", "f", NULL};
    struct at_adb_result result;
    struct at_buf command = AT_BUF_INIT(AT_ADB_REQUEST_MAX_BYTES);
    at_adb_result_init(&result, AT_SHELL_OUTPUT_MAX_BYTES);
    bool ok =
        at_quote_words(&command, words, err) &&
        at_adb_shell(op, &android->adb, at_buf_text(&command), &result, err);
    at_buf_deinit(&command);
    if (ok && at_str_starts(at_buf_str(&result.out), AT_STR("./")))
        at_buf_add_str(out, at_buf_str(&result.out));
    at_adb_result_deinit(&result);
    return ok;
}

// Return true if a file outside of "databases" may be a database.
static bool
is_candidate(struct at_str path)
{
    static const struct at_str never[] = {
        AT_STR_ROW("lib/"),
        AT_STR_ROW("code_cache/"),
        AT_STR_ROW("databases/"),
        AT_STR_ROW("shared_prefs/"),
    };
    for (size_t i = 0; i < AT_LEN(never); i++) {
        struct at_str below = at_str_skip(path, never[i].len);
        bool deeper = at_str_has(below, AT_STR("/"));
        if (at_str_starts(path, never[i]) &&
            !(at_str_is(never[i], "databases/") && deeper))
            return false;
    }
    return path.len > 0 && path.ptr[0] != '-' && path.len < AT_DATA_PATH_MAX &&
           !at_database_is_side_file(path);
}

// Look into some files: names and their quoted words have the same order.
static bool
look_into(const struct at_op *op, struct at_android *android,
          const char *command, struct at_str names, struct at_buf *out,
          struct at_err *err)
{
    struct at_adb_result result;
    struct at_str name;
    bool ok = at_shell_run(op, android, command, &result, err);
    struct at_str heads = at_buf_str(&result.out);
    while (ok && at_str_next_line(&names, &name)) {
        if (at_head_is_database(&heads, name))
            at_buf_add_fmt(out, "%.*s\n", AT_STR_ARG(name));
    }
    at_adb_result_deinit(&result);
    return ok;
}

// Begin a command. The first file makes `head` name each one.
static bool
begin_heads(const struct at_op *op, struct at_android *android,
            const char *package, struct at_buf *command, struct at_err *err)
{
    const char *words[] = {"run-as", package,     "head", "-c",
                           "15",     "/dev/null", NULL};
    at_buf_clear(command);
    return at_shell_quote(op, android, command, words, err);
}

static bool
add_head(struct at_buf *command, struct at_str path, struct at_err *err)
{
    char text[AT_DATA_PATH_MAX];
    const char *words[] = {text, NULL};
    at_str_cut(text, sizeof(text), path);
    at_buf_add_char(command, ' ');
    return at_quote_words(command, words, err);
}

// Append the paths of possible databases, one per line: at most HEADS_MAX,
// those in caches last, because caches have many files. Return the number of
// dropped ones.
static size_t
choose_candidates(struct at_str paths, struct at_buf *out)
{
    size_t count = 0;
    for (int in_cache = 0; in_cache < 2; in_cache++) {
        struct at_str rest = paths;
        struct at_str path;
        while (at_str_next_line(&rest, &path)) {
            path = at_str_skip(path, 2);
            if (is_candidate(path) &&
                at_str_starts(path, AT_STR("cache/")) == (in_cache == 1) &&
                ++count <= HEADS_MAX)
                at_buf_add_fmt(out, "%.*s\n", AT_STR_ARG(path));
        }
    }
    return count > HEADS_MAX ? count - HEADS_MAX : 0;
}

static bool
look_into_chosen(const struct at_op *op, struct at_android *android,
                 const char *package, struct at_str paths, struct at_buf *out,
                 struct at_err *err)
{
    struct at_buf command = AT_BUF_INIT(AT_ADB_REQUEST_MAX_BYTES);
    struct at_buf names = AT_BUF_INIT(AT_ADB_REQUEST_MAX_BYTES);
    struct at_str path;
    size_t count = 0;
    bool ok = begin_heads(op, android, package, &command, err);
    while (ok && at_str_next_line(&paths, &path)) {
        ok = add_head(&command, path, err);
        at_buf_add_fmt(&names, "%.*s\n", AT_STR_ARG(path));
        if (!ok || ++count % HEADS_A_TIME != 0)
            continue;
        ok = look_into(op, android, at_buf_text(&command), at_buf_str(&names),
                       out, err) &&
             begin_heads(op, android, package, &command, err);
        at_buf_clear(&names);
    }
    if (ok && names.len > 0)
        ok = look_into(op, android, at_buf_text(&command), at_buf_str(&names),
                       out, err);
    at_buf_deinit(&names);
    at_buf_deinit(&command);
    return ok;
}

static bool
look_into_all(const struct at_op *op, struct at_android *android,
              const char *package, struct at_str paths, struct at_buf *out,
              struct at_err *err)
{
    struct at_buf chosen = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    size_t left_out = choose_candidates(paths, &chosen);
    bool ok =
        look_into_chosen(op, android, package, at_buf_str(&chosen), out, err);
    if (ok && left_out > 0)
        at_device_note_fallback(&android->base,
                                "databases: %zu files of %s were not looked "
                                "into; name one by its path",
                                left_out, package);
    at_buf_deinit(&chosen);
    return ok;
}

// Append the names of the files of a folder, those below it left out.
static void
add_names(struct at_str files, struct at_str folder, struct at_buf *out)
{
    struct at_str path;
    while (at_str_next_line(&files, &path)) {
        struct at_str name = at_str_skip(path, 2 + folder.len);
        if (at_str_starts(at_str_skip(path, 2), folder) &&
            !at_str_has(name, AT_STR("/")) && !at_database_is_side_file(name))
            at_buf_add_fmt(out, "%.*s\n", AT_STR_ARG(name));
    }
}

// Without `find` list only the folder's own files, and report an error of
// `run-as`.
static bool
list_folder(const struct at_op *op, struct at_android *android,
            const char *package, const char *folder, struct at_buf *out,
            struct at_err *err)
{
    struct at_buf names = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES);
    bool ok = at_shell_run_as_names(op, android, package, folder, &names, err);
    struct at_str rest = at_buf_str(&names);
    struct at_str name;
    while (ok && at_str_next_line(&rest, &name)) {
        name = at_str_trim(name);
        if (name.len > 0 && !at_database_is_side_file(name))
            at_buf_add_fmt(out, "%.*s\n", AT_STR_ARG(name));
    }
    at_buf_deinit(&names);
    return ok;
}

bool
at_data_list_databases(const struct at_op *op, struct at_android *android,
                       const char *package, struct at_buf *out,
                       struct at_err *err)
{
    struct at_buf files = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    bool ok = find_files(op, android, package, &files, err);
    add_names(at_buf_str(&files), AT_STR("databases/"), out);
    if (ok && files.len == 0)
        ok = list_folder(op, android, package, "databases", out, err);
    ok =
        ok && look_into_all(op, android, package, at_buf_str(&files), out, err);
    at_buf_deinit(&files);
    return ok;
}

bool
at_data_list_prefs(const struct at_op *op, struct at_android *android,
                   const char *package, struct at_buf *out, struct at_err *err)
{
    struct at_buf files = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    struct at_str path;
    bool ok = find_files(op, android, package, &files, err);
    struct at_str rest = at_buf_str(&files);
    add_names(rest, AT_STR("shared_prefs/"), out);
    if (ok && files.len == 0)
        ok = list_folder(op, android, package, "shared_prefs", out, err);
    while (ok && at_str_next_line(&rest, &path)) {
        if (at_str_ends(path, AT_STR(AT_PREFERENCES_PB_ENDING)))
            at_buf_add_fmt(out, "%.*s\n", AT_STR_ARG(at_str_skip(path, 2)));
    }
    at_buf_deinit(&files);
    return ok;
}
