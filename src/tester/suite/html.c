// html.c: a suite run as one HTML file without scripts
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/run/run_record.h"
#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits_suite.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/path_below.h"
#include "tester/report/headline.h"
#include "tester/runs/run_documents.h"
#include "tester/suite/report.h"
#include "tester/suite/result.h"
#include "wire/html_page.h"
#include "wire/image.h"
#include "wire/json.h"
#include "wire/xml.h"

#define SEPARATOR " · "

enum { PICTURE_WIDTH = 360, RESERVE_MS = 5000 };

static const struct {
    const char *result, *word, *tone;
} results[] = {
    {"fail", "FAIL", "fail"},          {"unverified", "UNVERIFIED", "open"},
    {"aborted", "No verdict", "open"}, {"skipped", "Not run", "open"},
    {"pass", "PASS", "pass"},          {"", "Running", "open"},
};

// The page while it is written.
struct draft {
    const struct at_op *op;
    const struct at_suite_html *html;
    int fd;
    struct at_buf piece;
    size_t pictures_bytes;
    struct at_err err;
};

static bool
flush(struct draft *draft)
{
    bool ok = draft->err.code == AT_OK;
    if (ok && draft->piece.overflow)
        ok = at_fail(&draft->err, AT_ELIMIT,
                     "a part of the report is too large");
    ok = ok &&
         at_file_write_open(draft->fd, at_buf_str(&draft->piece), &draft->err);
    at_buf_clear(&draft->piece);
    return ok;
}

static void
add(struct draft *draft, const char *markup)
{
    at_buf_add_text(&draft->piece, markup);
}

static void
add_text(struct draft *draft, struct at_str text)
{
    at_xml_write(text, &draft->piece);
}

static void
add_seconds(struct draft *draft, const json_t *of)
{
    const json_t *value = json_object_get(of, "durationMs");
    json_int_t ms = json_integer_value(value);
    if (!value)
        return;
    if (ms >= 60000)
        at_buf_add_fmt(&draft->piece, "%lld min %lld s",
                       (long long)(ms / 60000), (long long)(ms / 1000 % 60));
    else
        at_buf_add_fmt(&draft->piece, "%lld.%lld s", (long long)(ms / 1000),
                       (long long)(ms % 1000 / 100));
}

static size_t
result_of(const json_t *entry)
{
    struct at_str result = at_json_get_str(entry, "result");
    size_t i = 0;
    while (i + 1 < AT_LEN(results) && !at_str_is(result, results[i].result))
        i++;
    return i;
}

static void
add_count(struct draft *draft, const char *name, const char *words,
          const char *tone)
{
    int64_t count = at_suite_count(draft->html->result, name);
    if (count > 0)
        at_buf_add_fmt(&draft->piece, "<span class=\"%s\">%lld %s</span> ",
                       tone, (long long)count, words);
}

static void
add_flaky(struct draft *draft)
{
    const json_t *flaky = json_object_get(draft->html->result, "flaky");
    if (json_array_size(flaky) == 0)
        return;
    add(draft, "<h2>Flaky</h2>\n<ul>\n");
    for (size_t i = 0; i < json_array_size(flaky); i++) {
        add(draft, "<li>");
        add_text(draft, at_json_str(json_array_get(flaky, i)));
        add(draft, "</li>\n");
    }
    add(draft, "</ul>\n");
}

static bool
add_head(struct draft *draft)
{
    const json_t *result = draft->html->result;
    struct at_str name = at_json_get_str(result, "name");
    add(draft, at_html_page_head);
    add(draft, "<title>");
    add_text(draft, name);
    add(draft, "</title></head><body>\n<h1>");
    add_text(draft, name);
    at_buf_add_fmt(&draft->piece, "</h1>\n<p>%lld cases: ",
                   (long long)at_suite_count(result, "total"));
    add_count(draft, "pass", "passed", "pass");
    add_count(draft, "fail", "failed", "fail");
    add_count(draft, "unverified", "unverified", "open");
    add_count(draft, "aborted", "without a verdict", "open");
    add_count(draft, "skipped", "of them not run", "open");
    add_count(draft, "healed", "healed", "open");
    add(draft, "</p>\n<p class=\"soft\">");
    add_text(draft, at_json_get_str(result, "startedAt"));
    add(draft, " · ");
    add_seconds(draft, result);
    add(draft, " · suite run ");
    add_text(draft, at_json_get_str(result, "id"));
    add(draft, "</p>\n");
    add_flaky(draft);
    return flush(draft);
}

static bool
note_picture(void *user, int64_t index, struct at_str text)
{
    char **last = user;
    (void)index;
    if (!at_str_has(text, AT_STR("\"screenshotPath\"")))
        return true;
    json_t *event = at_json_parse(text, NULL);
    struct at_str path = at_json_get_str(event, "screenshotPath");
    if (path.len > 0) {
        free(*last);
        *last = at_strndup(path.ptr, path.len);
    }
    json_decref(event);
    return true;
}

static bool
read_picture(const struct draft *draft, const char *run, const char *path,
             struct at_buf *out)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_path_below file;
    char *folder = at_strfmt("%s/%s", draft->html->reports, run);
    bool ok = at_path_below_open(folder, at_str(path), &file, NULL);
    if (ok) {
        ok = at_file_read_open(file.fd, path, &png, NULL) &&
             at_image_narrow(at_buf_str(&png), PICTURE_WIDTH, out->max, out,
                             NULL);
        close(file.fd);
    }
    free(folder);
    at_buf_deinit(&png);
    return ok;
}

static void
add_picture(struct draft *draft, const char *run)
{
    struct at_store_db *store = draft->html->store;
    struct at_buf jpeg = AT_BUF_INIT(AT_PICTURE_MAX_BYTES);
    char *path = NULL;
    const struct at_store_reading all = {
        .run = at_str(run), .each = note_picture, .user = &path};
    if (draft->pictures_bytes < AT_SUITE_PICTURES_MAX_BYTES &&
        at_op_left_ms(draft->op, at_now_ns()) > RESERVE_MS &&
        store->ops->events(store, &all, NULL) && path &&
        read_picture(draft, run, path, &jpeg)) {
        add(draft, "<img alt=\"The last screen\" "
                   "src=\"data:image/jpeg;base64,");
        at_base64_write(at_buf_str(&jpeg), &draft->piece);
        add(draft, "\">\n");
        draft->pictures_bytes += jpeg.len;
    }
    free(path);
    at_buf_deinit(&jpeg);
}

static void
add_step(struct draft *draft, const struct at_run_record *record, size_t step)
{
    const struct at_run_step *of = &record->steps[step];
    const char *tone = of->verdict == AT_VERDICT_PASS   ? "pass"
                       : of->verdict == AT_VERDICT_FAIL ? "fail"
                                                        : "open";
    struct at_buf words = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    add(draft, "<li>");
    add_text(draft, at_str(of->text));
    at_buf_add_fmt(&draft->piece, "<br><span class=\"%s\">%s</span> ", tone,
                   of->verdict == AT_VERDICT_OPEN
                       ? "not reached"
                       : at_verdict_names[of->verdict]);
    at_headline_write_step(record, step, &words);
    add_text(draft, words.len ? at_buf_str(&words) : at_str(of->reason));
    add(draft, "</li>\n");
    at_buf_deinit(&words);
}

static void
add_steps(struct draft *draft, const char *run)
{
    struct at_run_record record;
    if (at_run_document_get(draft->html->store, run, &record, NULL, NULL)) {
        add(draft, "<ol>\n");
        for (size_t i = 0; i < record.step_count; i++)
            add_step(draft, &record, i);
        add(draft, "</ol>\n");
    }
    at_run_record_deinit(&record);
}

static void
add_fact(struct draft *draft, const json_t *entry, const char *name,
         const char *words)
{
    struct at_str value = at_json_get_str(entry, name);
    if (value.len == 0)
        return;
    at_buf_add_fmt(&draft->piece, "%s ", words);
    add_text(draft, value);
    add(draft, SEPARATOR);
}

static bool
add_case(struct draft *draft, const json_t *entry)
{
    size_t of = result_of(entry);
    bool passed = strcmp(results[of].result, "pass") == 0;
    const char *run = json_string_value(json_object_get(entry, "run"));
    json_int_t attempt = json_integer_value(json_object_get(entry, "attempt"));
    at_buf_add_fmt(&draft->piece,
                   "<details%s><summary><b class=\"%s\">%s%s</b>"
                   "<span class=\"name\">",
                   passed ? "" : " open", results[of].tone, results[of].word,
                   json_is_true(json_object_get(entry, "healed")) ? " (healed)"
                                                                  : "");
    add_text(draft, at_json_get_str(entry, "name"));
    add(draft, "</span><span class=\"soft\">");
    add_text(draft, at_json_get_str(entry, "device"));
    add(draft, "</span><span class=\"soft\">");
    add_seconds(draft, entry);
    add(draft, "</span></summary>\n<div class=\"body\"><div>");
    if (!passed) {
        add(draft, "<p>");
        add_text(draft, at_json_get_str(entry, "headline"));
        add(draft, "</p>\n");
    }
    add(draft, "<p class=\"soft\">");
    add_fact(draft, entry, "scenario", "Scenario");
    add_fact(draft, entry, "profile", "Model");
    add_fact(draft, entry, "host", "Host");
    if (attempt > 1)
        at_buf_add_fmt(&draft->piece, "Attempt %lld · ", (long long)attempt);
    add_fact(draft, entry, "run", "Run");
    if (at_str_ends(at_buf_str(&draft->piece), AT_STR(SEPARATOR)))
        at_buf_cut(&draft->piece, draft->piece.len - strlen(SEPARATOR));
    add(draft, "</p>\n");
    if (run)
        add_steps(draft, run);
    add(draft, "</div>\n");
    if (run && !passed)
        add_picture(draft, run);
    add(draft, "</div></details>\n");
    return flush(draft);
}

static bool
add_cases(struct draft *draft, const char *title, bool passed)
{
    const json_t *cases = json_object_get(draft->html->result, "cases");
    bool ok = true, has_title = false;
    for (size_t i = 0; ok && i < json_array_size(cases); i++) {
        const json_t *entry = json_array_get(cases, i);
        if (at_str_is(at_json_get_str(entry, "result"), "pass") != passed)
            continue;
        if (!has_title)
            at_buf_add_fmt(&draft->piece, "<h2>%s</h2>\n", title);
        has_title = true;
        ok = add_case(draft, entry);
    }
    return ok;
}

bool
at_suite_html_write(const struct at_op *op, const struct at_suite_html *html,
                    int fd, struct at_err *err)
{
    struct draft draft = {.op = op,
                          .html = html,
                          .fd = fd,
                          .piece = AT_BUF_INIT(AT_REPORT_MAX_BYTES),
                          .err = AT_ERR_INIT};
    bool ok = add_head(&draft) && add_cases(&draft, "Did not pass", false) &&
              add_cases(&draft, "Passed", true);
    add(&draft, "</body></html>\n");
    ok = ok && flush(&draft);
    at_buf_deinit(&draft.piece);
    return ok || at_err_pass(err, &draft.err);
}
