// resources.c: the last tree, screenshot, log and trace of each session
#include "mcp/tools/resources.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/app/app.h"
#include "wire/json.h"
#include "mcp/session.h"
#include "mcp/sessions.h"
#include "wire/image.h"

struct output_source {
    struct at_resource_source base; // first
    enum at_session_output kind;
};

struct listing {
    const struct at_resource_source *source;
    unsigned needs; // kinds of output that the session must have
    json_t *list;   // borrowed
};

// Add the template's resource of one session.
static void
add_to_list(void *user, const char *handle, unsigned kinds)
{
    const struct listing *listing = user;
    const struct at_resource_source *source = listing->source;
    if ((kinds & listing->needs) != listing->needs)
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
list_outputs(const struct at_resource_source *source, void *context,
             json_t *list)
{
    const struct output_source *output = (const struct output_source *)source;
    struct listing listing = {source, 1U << output->kind, list};
    at_sessions_each(context, add_to_list, &listing);
}

static bool
read_output(struct at_resource_read *read, struct at_err *err)
{
    const struct output_source *output =
        (const struct output_source *)read->source;
    struct at_buf bytes = AT_BUF_INIT(AT_SESSION_OUTPUT_MAX_BYTES);
    bool ok =
        at_sessions_output(read->context, read->vars[0], output->kind, &bytes);
    if (ok)
        at_resource_add_text(read, at_buf_str(&bytes));
    at_buf_deinit(&bytes);
    return ok || at_fail(err, AT_ENOTFOUND, "there is none");
}

static void
list_log(const struct at_resource_source *source, void *context, json_t *list)
{
    struct listing listing = {source, 0, list};
    at_sessions_each(context, add_to_list, &listing);
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

// The log grows by itself, so it is read from the device.
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

// A picture scaled by the device is incomplete: take a full one now.
static bool
take_whole(struct at_resource_read *read, struct at_buf *png,
           struct at_err *err)
{
    struct at_session *session;
    struct at_app *app;
    if (!at_sessions_use(&read->op, read->context, read->vars[0], &session,
                         err))
        return false;
    at_buf_clear(png);
    bool ok = at_session_device(&read->op, session, &app, err) &&
              at_device_screenshot(&read->op, at_app_device(app), png, err);
    if (ok)
        at_session_store(session, AT_SESSION_SCREENSHOT, at_buf_str(png));
    at_sessions_leave(session);
    return ok;
}

static bool
read_screenshot(struct at_resource_read *read, struct at_err *err)
{
    struct at_buf png = AT_BUF_INIT(AT_SESSION_OUTPUT_MAX_BYTES);
    bool ok = at_sessions_output(read->context, read->vars[0],
                                 AT_SESSION_SCREENSHOT, &png) ||
              at_fail(err, AT_ENOTFOUND, "there is none");
    const char *type = ok ? at_image_type(at_buf_str(&png)) : NULL;
    if (type && strcmp(type, "image/jpeg") == 0)
        ok = take_whole(read, &png, err);
    if (ok)
        at_resource_add_blob(read, at_buf_str(&png));
    at_buf_deinit(&png);
    return ok;
}

static const struct output_source tree = {
    {
        .uri = AT_SESSION_URI("{session}", "tree"),
        .name = "tree",
        .title = "Last tree of a session",
        .description =
            "the last complete tree that was returned, as compact text",
        .mime_type = "text/plain",
        .list = list_outputs,
        .read = read_output,
    },
    AT_SESSION_TREE};
static const struct output_source screenshot = {
    {
        .uri = AT_SESSION_URI("{session}", "screenshot"),
        .name = "screenshot",
        .title = "Last screenshot of a session",
        .description = "full size; taken when it is read if the device itself "
                       "has scaled the last one",
        .mime_type = "image/png",
        .list = list_outputs,
        .read = read_screenshot,
    },
    AT_SESSION_SCREENSHOT};
static const struct at_resource_source log_source = {
    .uri = AT_SESSION_URI("{session}", "log"),
    .name = "log",
    .title = "Log of a session's app",
    .description = "all its lines that the device still has",
    .mime_type = "text/plain",
    .list = list_log,
    .read = read_log,
};
static const struct output_source trace = {
    {
        .uri = AT_SESSION_URI("{session}", "trace"),
        .name = "trace",
        .title = "Last trace of a session",
        .description = "the complete trace of the last agentest_run_flow",
        .mime_type = "application/json",
        .list = list_outputs,
        .read = read_output,
    },
    AT_SESSION_TRACE};

const struct at_resource_source *const at_resources[] = {
    &tree.base, &screenshot.base, &log_source, &trace.base};
static_assert(AT_LEN(at_resources) == AT_RESOURCE_COUNT, "each is in the list");
