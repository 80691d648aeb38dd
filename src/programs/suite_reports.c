#include "programs/suite_reports.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "programs/print.h"
#include "programs/tester_html.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/log.h"
#include "sys/private.h"
#include "tester/suite/report.h"
#include "tester/suite/result.h"
#include "wire/json.h"

#define AT_LOG_MODULE "run"

static void
add_count(const json_t *result, const char *name, const char *words,
          struct at_buf *out)
{
    int64_t count = at_suite_count(result, name);
    if (count > 0)
        at_buf_add_fmt(out, "%s%lld %s",
                       at_buf_text(out)[out->len - 1] == ':' ? " " : ", ",
                       (long long)count, words);
}

static void
write_duration(int64_t ms, struct at_buf *out)
{
    if (ms >= 60000)
        at_buf_add_fmt(out, "%lld min %lld s", (long long)(ms / 60000),
                       (long long)(ms / 1000 % 60));
    else
        at_buf_add_fmt(out, "%lld.%lld s", (long long)(ms / 1000),
                       (long long)(ms % 1000 / 100));
}

static void
write_flaky(const json_t *result, struct at_buf *out)
{
    const json_t *flaky = json_object_get(result, "flaky");
    for (size_t i = 0; i < json_array_size(flaky); i++)
        at_buf_add_fmt(out, "flaky: %s\n",
                       json_string_value(json_array_get(flaky, i)));
}

// "30 cases: 27 passed, 2 failed, 1 without a verdict; 3 min 12 s"
static void
print_words(const json_t *result)
{
    int64_t total = at_suite_count(result, "total");
    struct at_buf out = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    write_flaky(result, &out);
    at_buf_add_fmt(&out, "%lld %s:", (long long)total,
                   total == 1 ? "case" : "cases");
    add_count(result, "pass", "passed", &out);
    add_count(result, "fail", "failed", &out);
    add_count(result, "unverified", "unverified", &out);
    add_count(result, "aborted", "without a verdict", &out);
    if (at_suite_count(result, "skipped") > 0)
        at_buf_add_fmt(&out, " (%lld not run)",
                       (long long)at_suite_count(result, "skipped"));
    if (at_suite_count(result, "healed") > 0)
        at_buf_add_fmt(&out, "; %lld healed",
                       (long long)at_suite_count(result, "healed"));
    at_buf_add_text(&out, "; ");
    write_duration(json_integer_value(json_object_get(result, "durationMs")),
                   &out);
    at_buf_add_char(&out, '\n');
    at_print_text(at_buf_str(&out));
    at_buf_deinit(&out);
}

void
at_suite_reports_print(const struct at_suite_reports *reports, int status)
{
    if (!at_arguments_have(reports->args, "--jsonl")) {
        print_words(reports->result);
        fprintf(stderr, "reports: %s\n", reports->reports);
        return;
    }
    json_t *line = json_object();
    at_json_set_text(line, "type", "result");
    json_object_update(line, (json_t *)reports->result);
    at_json_set(line, "exitStatus", json_integer(status));
    at_print_json(line);
    json_decref(line);
}

// A suite that did not begin is one case without a verdict.
static json_t *
refused(const struct at_err *why)
{
    const char *end = at_run_end_rows[at_run_end_by_code(why->code)].name;
    return json_pack("{s:s,s:[{s:s,s:s,s:s,s:s,s:o}]}", "name", "run", "cases",
                     "name", "run", "state", "ended", "result", "aborted",
                     "end", end, "headline", at_json_text(at_str(why->msg)));
}

static bool
write_junit(const char *path, const json_t *result, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    at_suite_junit(result, &text);
    bool ok = at_file_write(path, at_buf_str(&text), err);
    at_buf_deinit(&text);
    return ok;
}

static bool
write_html(const struct at_suite_reports *reports, const char *path,
           const json_t *result, struct at_err *err)
{
    const struct at_op for_ever = {AT_NEVER_NS, NULL};
    const struct at_suite_html html = {reports->store, reports->reports,
                                       result};
    int fd;
    bool ok = at_private_open(path, O_WRONLY | O_CREAT | O_TRUNC, &fd, err) &&
              at_suite_html_write(&for_ever, &html, fd, err);
    if (fd >= 0)
        close(fd);
    return ok;
}

bool
at_suite_reports_write(const struct at_suite_reports *reports,
                       const struct at_err *why, struct at_err *err)
{
    const char *junit = at_arguments_option(reports->args, "--junit");
    const char *html = at_arguments_option(reports->args, "--html");
    json_t *own = reports->result || !why ? NULL : refused(why);
    const json_t *result = own ? own : reports->result;
    bool ok = !junit || !result || write_junit(junit, result, err);
    ok = ok && (!html || !reports->result ||
                write_html(reports, html, reports->result, err));
    json_decref(own);
    return ok;
}

void
at_suite_reports_run(struct at_store_db *store, const char *reports,
                     const struct at_run_record *record)
{
    json_t *document = at_run_record_json(record);
    struct at_tester_html html = {store, document, reports};
    struct at_err err = AT_ERR_INIT;
    if (!at_tester_html_save(&html, &err) && err.code != AT_ENOTFOUND)
        at_log_warn("no report.html: %s", err.msg);
    json_decref(document);
}
