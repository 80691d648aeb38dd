// tester_progress.c: events are printed from the run's thread, a line each
#include "programs/tester_progress.h"

#include <stdio.h>
#include <string.h>

#include "agent/run/event.h"
#include "base/limits.h"
#include "base/quote.h"
#include "programs/print.h"
#include "programs/tester.h"
#include "programs/tester_docs.h"
#include "sys/clock.h"
#include "tester/report/headline.h"
#include "wire/json.h"

// Events of pictures are not printed: the pictures are in the folder anyway.
static bool
is_worth_a_line(const struct at_run_event *event)
{
    return event->kind != AT_RUN_SCREENSHOT && event->kind != AT_RUN_VIDEO;
}

static void
print_line(struct at_str text)
{
    struct at_run_event event;
    struct at_buf line = AT_BUF_INIT(AT_RUN_EVENT_MAX_BYTES);
    struct at_buf shown = AT_BUF_INIT(AT_RUN_EVENT_MAX_BYTES);
    if (at_run_event_read(text, &event, NULL) && is_worth_a_line(&event)) {
        at_run_event_line(&event, &line);
        at_line_write(at_str_trim(at_buf_str(&line)), &shown);
        fprintf(stderr, "%s\n", at_buf_text(&shown));
    }
    at_buf_deinit(&line);
    at_buf_deinit(&shown);
    at_run_event_deinit(&event);
}

void
at_progress_event(void *user, const char *run, int64_t index,
                  struct at_str json)
{
    const struct at_progress *progress = user;
    (void)run;
    (void)index;
    if (!progress->jsonl) {
        print_line(json);
        return;
    }
    fwrite(json.ptr, 1, json.len, stdout);
    putchar('\n');
    fflush(stdout);
}

static void
print_jsonl(const struct at_run_record *record, int status)
{
    json_t *result = json_object();
    json_t *document = at_run_record_json(record);
    at_json_set_text(result, "type", "result");
    json_object_update(result, document);
    at_json_set(result, "exitStatus", json_integer(status));
    at_print_json(result);
    json_decref(document);
    json_decref(result);
}

static bool
is_healed(const struct at_run_record *record)
{
    return record->healed.why && record->verdict == AT_VERDICT_PASS;
}

// The summary, and "PASS: headline" or "no verdict (model): headline".
static void
print_text(const struct at_run_record *record, const char *verdict,
           const char *reports)
{
    const struct at_run_end_row *row = &at_run_end_rows[record->end];
    struct at_str summary = at_str(record->summary);
    struct at_buf out = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    at_buf_add_str(&out, at_str_trim(summary));
    if (summary.len > 0)
        at_buf_add_char(&out, '\n');
    at_buf_add_text(&out, verdict);
    if (is_healed(record))
        at_buf_add_text(&out, " (healed)");
    if (!row->judges)
        at_buf_add_fmt(&out, " (%s)", row->name);
    at_buf_add_text(&out, ": ");
    at_headline_write(record, &out);
    at_buf_add_char(&out, '\n');
    if (is_healed(record))
        at_buf_add_fmt(&out, "healed: step %zu: %s\n", record->healed.step + 1,
                       record->healed.why);
    if (record->is_proposed)
        at_buf_add_text(&out, "Its recording waits for your choice: "
                              "mobile-tester-agent recordings list\n");
    at_print_text(at_buf_str(&out));
    fprintf(stderr, "report: %s/%s\n", reports, record->id);
    at_buf_deinit(&out);
}

int
at_progress_end(const struct at_progress *progress,
                const struct at_run_record *record, const char *reports)
{
    struct at_run_meaning meaning =
        at_run_end_meaning(record->end, record->verdict);
    if (progress->fails_on_healed && is_healed(record) &&
        meaning.exit == AT_RUN_EXIT_PASS)
        meaning.exit = AT_RUN_EXIT_HEALED;
    if (progress->jsonl)
        print_jsonl(record, (int)meaning.exit);
    else
        print_text(record, meaning.verdict, reports);
    return (int)meaning.exit;
}
