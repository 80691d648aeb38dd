// resources.c: last tree, screenshot, log and trace of each session
#include "mcp/tools/resources.h"

#include <assert.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/app.h"
#include "wire/json.h"
#include "mcp/sessions.h"
#include "mcp/shelf.h"

struct kept_source {
    struct at_resource_source base; // first
    enum at_shelf_kind kind;
};

struct listing {
    const struct at_resource_source *source;
    unsigned needs; // bits of what the session must have; 0: nothing
    json_t *list;   // borrowed
};

// The template with the handle in it.
static void
add_to_list(void *user, const char *handle, unsigned has)
{
    const struct listing *listing = user;
    const struct at_resource_source *source = listing->source;
    if ((has & listing->needs) != listing->needs)
        return;
    struct at_str after = at_str(source->uri);
    struct at_str before, name;
    (void)at_str_next(&after, '{', &before);
    (void)at_str_next(&after, '}', &name);
    char *uri =
        at_strfmt("%.*s%s%.*s", AT_STR_ARG(before), handle, AT_STR_ARG(after));
    char *shown = at_strfmt("%s of session %s", source->name, handle);
    at_resource_listed(source, uri, shown, listing->list);
    free(shown);
    free(uri);
}

static void
list_kept(const struct at_resource_source *source, void *context, json_t *list)
{
    const struct kept_source *kept = (const struct kept_source *)source;
    struct listing listing = {source, 1U << kept->kind, list};
    at_shelf_each(context, add_to_list, &listing);
}

static bool
read_kept(struct at_resource_read *read, struct at_err *err)
{
    const struct kept_source *kept = (const struct kept_source *)read->source;
    struct at_buf bytes = AT_BUF_INIT(AT_SHELF_MAX_BYTES);
    bool ok = at_shelf_get(read->context, read->vars[0], kept->kind, &bytes);
    if (ok && kept->kind == AT_SHELF_SCREENSHOT)
        at_resource_add_blob(read, at_buf_str(&bytes));
    else if (ok)
        at_resource_add_text(read, at_buf_str(&bytes));
    at_buf_deinit(&bytes);
    return ok || at_fail(err, AT_ENOTFOUND, "there is none");
}

static void
list_log(const struct at_resource_source *source, void *context, json_t *list)
{
    struct listing listing = {source, 0, list};
    at_shelf_each(context, add_to_list, &listing);
}

static bool
read_lines(struct at_resource_read *read, struct at_session *session,
           struct at_err *err)
{
    struct at_log_result logs = {.text = AT_BUF_INIT(AT_LOG_WHOLE_MAX_BYTES)};
    struct at_app *app;
    bool ok = at_session_app(&read->op, session, &app, err);
    if (ok) {
        struct at_log_query query = {
            .package = at_str(at_app_package(app)),
            .max_lines = AT_LOG_SCAN_MAX_LINES,
            .max_bytes = AT_LOG_WHOLE_MAX_BYTES,
        };
        ok = at_device_logs(&read->op, at_app_device(app), &query, &logs, err);
    }
    if (ok)
        at_resource_add_text(read, at_buf_str(&logs.text));
    at_buf_deinit(&logs.text);
    return ok;
}

// The log grows by itself, so it is read when it is asked for.
static bool
read_log(struct at_resource_read *read, struct at_err *err)
{
    struct at_session *session;
    if (!at_sessions_use(&read->op, read->context, read->vars[0], &session,
                         err)) {
        if (err->code == AT_EUSAGE)
            err->code = AT_ENOTFOUND;
        return false;
    }
    bool ok = read_lines(read, session, err);
    at_sessions_leave(session);
    return ok;
}

static const struct kept_source tree = {
    {
        .uri = AT_SESSION_URI("{session}", "tree"),
        .name = "tree",
        .title = "Last tree of a session",
        .description =
            "the screen as compact text, as it was last returned whole",
        .mime_type = "text/plain",
        .list = list_kept,
        .read = read_kept,
    },
    AT_SHELF_TREE};
static const struct kept_source screenshot = {
    {
        .uri = AT_SESSION_URI("{session}", "screenshot"),
        .name = "screenshot",
        .title = "Last screenshot of a session",
        .description = "full size",
        .mime_type = "image/png",
        .list = list_kept,
        .read = read_kept,
    },
    AT_SHELF_SCREENSHOT};
static const struct at_resource_source log_source = {
    .uri = AT_SESSION_URI("{session}", "log"),
    .name = "log",
    .title = "Log of a session's app",
    .description = "all its lines that the device still has",
    .mime_type = "text/plain",
    .list = list_log,
    .read = read_log,
};
static const struct kept_source trace = {
    {
        .uri = AT_SESSION_URI("{session}", "trace"),
        .name = "trace",
        .title = "Last trace of a session",
        .description = "what the last agentest_run_flow did, whole",
        .mime_type = "application/json",
        .list = list_kept,
        .read = read_kept,
    },
    AT_SHELF_TRACE};

const struct at_resource_source *const at_resources[] = {
    &tree.base, &screenshot.base, &log_source, &trace.base};
static_assert(AT_LEN(at_resources) == AT_RESOURCE_COUNT, "each is in the list");
