#include "maestro/run/remains.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/app/crash.h"
#include "maestro/lookup/view.h"
#include "maestro/report/hierarchy.h"
#include "maestro/report/names.h"
#include "maestro/run/cover.h"
#include "screen/compact.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/path.h"

enum {
    REMAINS_MS = 10000,
    LOG_LINES = 200,
    HIERARCHY_MAX_BYTES = 16 * AT_MIB,
};

bool
at_maestro_stays_within(struct at_str path)
{
    int depth = 0;
    struct at_str part;
    if (path.len == 0 || path.ptr[0] == '/' || memchr(path.ptr, '\0', path.len))
        return false;
    while (at_str_next(&path, '/', &part)) {
        if (at_str_is(part, ".."))
            depth--;
        else if (part.len > 0 && !at_str_is(part, "."))
            depth++;
        if (depth < 0)
            return false;
    }
    return depth > 0;
}

bool
at_maestro_make_folder_of(const char *path, struct at_err *err)
{
    char *folder = at_strdup(path);
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    bool ok = at_folder_make(folder, err);
    free(folder);
    return ok;
}

char *
at_maestro_beside(const char *file, const char *name)
{
    const char *slash = file ? strrchr(file, '/') : NULL;
    if (!slash)
        return at_strdup(name);
    return at_strfmt("%.*s/%s", (int)(slash - file), file, name);
}

static bool
is_below(const char *path, const char *folder)
{
    char *within = folder ? at_path_real(folder, NULL) : NULL;
    size_t len = within ? strlen(within) : 0;
    bool ok = within && strncmp(path, within, len) == 0 && path[len] == '/';
    free(within);
    return ok;
}

bool
at_maestro_may_read(const struct at_maestro_call *call, const char *path)
{
    const struct at_maestro_run_opts *opts = call->run->opts;
    char *real = opts->root ? at_path_real(path, NULL) : NULL;
    bool ok = opts->root ? real && (is_below(real, opts->root) ||
                                    is_below(real, opts->folder))
                         : at_file_exists(path);
    free(real);
    return ok;
}

char *
at_maestro_file(struct at_maestro_runner *run, const char *folder,
                struct at_str name, const char *extension, struct at_err *err)
{
    char *path = NULL;
    if (!run->opts->folder)
        at_fail(err, AT_EUNSUPPORTED, "this run keeps no files");
    else if (!at_maestro_stays_within(name))
        at_fail(err, AT_EASSERT,
                "'%.*s' is not inside the run's folder: give a relative path "
                "without '..'",
                AT_STR_ARG(name));
    else {
        char *safe = at_maestro_masked(run, name);
        path =
            at_strfmt("%s/%s/%s%s", run->opts->folder, folder, safe, extension);
        free(safe);
    }
    if (path && !at_maestro_make_folder_of(path, err)) {
        free(path);
        path = NULL;
    }
    return path;
}

bool
at_maestro_keep_file(struct at_maestro_call *call, const char *type,
                     const char *path, struct at_str bytes, struct at_err *err)
{
    if (!at_file_put(path, bytes, err))
        return false;
    at_maestro_step_artifact(&call->run->trace->steps[call->step], type, path);
    return true;
}

static void
keep(struct at_maestro_call *call, const char *type, const char *folder,
     const char *extension, struct at_str bytes)
{
    struct at_buf name = AT_BUF_INIT(AT_KIB);
    at_maestro_step_stem(call->step, call->written, &name);
    char *path =
        at_maestro_file(call->run, folder, at_buf_str(&name), extension, NULL);
    if (path && bytes.len > 0)
        (void)!at_maestro_keep_file(call, type, path, bytes, NULL);
    free(path);
    at_buf_deinit(&name);
}

static void
keep_text(struct at_maestro_call *call, const char *type, const char *folder,
          const char *extension, struct at_str text)
{
    struct at_buf safe = AT_BUF_INIT(text.len);
    at_maestro_scope_mask(call->run->opts->scope, text, &safe);
    keep(call, type, folder, extension, at_buf_str(&safe));
    at_buf_deinit(&safe);
}

static void
keep_screen(struct at_maestro_call *call, const struct at_op *op)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    if (at_device_screenshot(op, at_maestro_device(call), &png, NULL) &&
        at_maestro_cover(call, op, false, &png, NULL))
        keep(call, "screenshot", "screenshots", ".png", at_buf_str(&png));
    at_buf_deinit(&png);
}

// As Maestro writes it, for its tools.
static void
keep_hierarchy(struct at_maestro_call *call, const struct at_tree *tree)
{
    struct at_buf text = AT_BUF_INIT(HIERARCHY_MAX_BYTES);
    const struct at_maestro_view_opts opts = {
        .reads_web = call->run->flow->reads_web_by_devtools};
    const struct at_maestro_masking masking =
        at_maestro_scope_masking(call->run->opts->scope);
    struct at_maestro_view view;
    at_maestro_view_init(&view, tree, &opts);
    at_maestro_hierarchy_json(&view, &masking, &text);
    if (!text.overflow)
        keep(call, "hierarchy_json", "screen-hierarchy", ".json",
             at_buf_str(&text));
    at_maestro_view_deinit(&view);
    at_buf_deinit(&text);
}

static void
keep_tree(struct at_maestro_call *call)
{
    struct at_app *app = call->run->app;
    struct at_buf text = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    struct at_ref_table *refs = at_ref_table_new(at_app_advice(app));
    const struct at_compact_opts opts = {.max_lines = 5000};
    struct at_compact_result result;
    if (at_app_tree(app) && at_app_is_current(app)) {
        at_compact_write(at_app_tree(app), &opts, &text, refs, &result);
        keep_text(call, "hierarchy", "screen-hierarchy", ".txt",
                  at_buf_str(&text));
        keep_hierarchy(call, at_app_tree(app));
    }
    at_ref_table_free(refs);
    at_buf_deinit(&text);
}

static void
keep_log(struct at_maestro_call *call, const struct at_op *op)
{
    const struct at_log_query query = {.max_lines = LOG_LINES};
    struct at_log_result logs = {.lines = 0};
    if (at_device_logs(op, at_maestro_device(call), &query, &logs, NULL))
        keep_text(call, "log", "logs", ".log", at_buf_str(&logs.text));
    at_buf_deinit(&logs.text);
}

// Maestro's verdict is the element that was not found; the reason may be that
// the app has died.
static void
note_crash(struct at_maestro_call *call, const struct at_op *op)
{
    struct at_maestro_runner *run = call->run;
    struct at_crash crash;
    const char *package = at_app_package(run->app);
    if (!*package || !run->mark[0] ||
        !at_app_log_has_crash(op, run->app, package, run->mark, &crash))
        return;
    at_maestro_note(call, "the app has %s: %s %s%s%s",
                    crash.anr ? "stopped responding" : "crashed",
                    crash.exception, crash.message,
                    crash.frames[0][0] ? ", " : "", crash.frames[0]);
}

void
at_maestro_keep_remains(struct at_maestro_call *call)
{
    struct at_op op = at_op_sub(call->run->op, at_now_ns(), REMAINS_MS);
    note_crash(call, &op);
    if (!call->run->opts->folder)
        return;
    keep_screen(call, &op);
    keep_tree(call);
    keep_log(call, &op);
}
