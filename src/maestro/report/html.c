#include "maestro/report/html.h"

#include <inttypes.h>
#include <string.h>

#include "base/base64.h"
#include "base/civil.h"
#include "base/limits.h"
#include "wire/html_page.h"
#include "wire/image.h"
#include "wire/xml.h"

enum {
    PICTURE_WIDTH_PX = 540,
    PICTURES_MAX_BYTES = 24 * AT_MIB, // 32 MiB in base64
    TEXT_MAX_BYTES = 512 * AT_KIB,    // one screen or log
    TEXTS_MAX_BYTES = 8 * AT_MIB,
    DEPTH_MAX = 20,
};

// The page while it is written.
struct page {
    const struct at_maestro_suite *suite;
    struct at_buf *out;
    size_t media_bytes;
    size_t text_bytes;
    size_t left_out;
};

static const struct {
    enum at_maestro_end end;
    const char *title;
    const char *word;
    const char *counted;
    const char *tone;
} ends[] = {
    {AT_MAESTRO_NOT_PASSED, "Failed", "FAIL", "failed", "fail"},
    {AT_MAESTRO_TROUBLE, "Trouble of the device or this machine", "TROUBLE",
     "in trouble", "fail"},
    {AT_MAESTRO_NOT_RUN, "Not run", "Not run", "not run", "open"},
    {AT_MAESTRO_PASSED, "Passed", "PASS", "passed", "pass"},
};

static const char *
tone_of(enum at_maestro_outcome outcome)
{
    switch (outcome) {
    case AT_MAESTRO_COMPLETED:
        return "pass";
    case AT_MAESTRO_FAILED:
        return "fail";
    default:
        return "open";
    }
}

static void
add(struct page *page, const char *markup)
{
    at_buf_add_text(page->out, markup);
}

static void
add_text(struct page *page, const char *text)
{
    at_xml_write(at_str(text ? text : ""), page->out);
}

static void
add_duration(struct page *page, int64_t ms)
{
    if (ms >= 60000)
        at_buf_add_fmt(page->out, "%" PRId64 " min %" PRId64 " s", ms / 60000,
                       ms / 1000 % 60);
    else
        at_buf_add_fmt(page->out, "%" PRId64 ".%" PRId64 " s", ms / 1000,
                       ms % 1000 / 100);
}

static size_t
count_of(const struct page *page, enum at_maestro_end end)
{
    size_t count = 0;
    for (size_t i = 0; i < page->suite->count; i++)
        count += page->suite->rows[i].end == end;
    return count;
}

static bool
read_file(struct page *page, const char *path, struct at_buf *out)
{
    const struct at_maestro_files *files = page->suite->files;
    return files && files->read(files->user, path, out, NULL);
}

static void
add_data(struct page *page, const char *before, struct at_str bytes,
         const char *after)
{
    add(page, before);
    at_base64_write(bytes, page->out);
    add(page, after);
    page->media_bytes += bytes.len;
}

static void
add_picture(struct page *page, const char *path, bool is_large)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_buf jpeg = AT_BUF_INIT(AT_PICTURE_MAX_BYTES);
    if (page->media_bytes > PICTURES_MAX_BYTES)
        page->left_out++;
    else if (read_file(page, path, &png) &&
             at_image_narrow(at_buf_str(&png), PICTURE_WIDTH_PX, jpeg.max,
                             &jpeg, NULL))
        add_data(page,
                 is_large ? "<img class=\"shot\" alt=\"The screen then\" "
                            "src=\"data:image/jpeg;base64,"
                          : "<img alt=\"A screenshot of the flow\" "
                            "src=\"data:image/jpeg;base64,",
                 at_buf_str(&jpeg), "\">\n");
    at_buf_deinit(&png);
    at_buf_deinit(&jpeg);
}

static void
add_video(struct page *page, const char *path)
{
    struct at_buf video = AT_BUF_INIT(PICTURES_MAX_BYTES);
    bool is_read = read_file(page, path, &video);
    if (is_read && page->media_bytes + video.len <= PICTURES_MAX_BYTES) {
        add_data(page,
                 "<video controls class=\"shot\" "
                 "src=\"data:video/mp4;base64,",
                 at_buf_str(&video), "\"></video>\n");
    } else {
        page->left_out++;
        add(page, "<p class=\"soft\">Video: ");
        add_text(page, path);
        add(page, "</p>\n");
    }
    at_buf_deinit(&video);
}

static void
add_file(struct page *page, const char *title, const char *path)
{
    struct at_buf text = AT_BUF_INIT(TEXT_MAX_BYTES);
    if (page->text_bytes > TEXTS_MAX_BYTES) {
        page->left_out++;
    } else if (read_file(page, path, &text)) {
        at_buf_add_fmt(page->out, "<details><summary>%s</summary><pre>", title);
        at_xml_write(at_buf_str(&text), page->out);
        add(page, "</pre></details>\n");
        page->text_bytes += text.len;
    }
    at_buf_deinit(&text);
}

static void
add_artifacts(struct page *page, const struct at_maestro_step *step)
{
    bool is_large = step->outcome == AT_MAESTRO_FAILED;
    for (size_t i = 0; i < step->artifact_count; i++) {
        const struct at_maestro_artifact *one = &step->artifacts[i];
        if (strcmp(one->type, "screenshot") == 0 ||
            strcmp(one->type, "diff") == 0)
            add_picture(page, one->path, is_large);
        else if (strcmp(one->type, "recording") == 0)
            add_video(page, one->path);
        else if (strcmp(one->type, "hierarchy") == 0)
            add_file(page, "The screen as text", one->path);
        else if (strcmp(one->type, "log") == 0)
            add_file(page, "The device's log until then", one->path);
    }
}

static void
add_step(struct page *page, const struct at_maestro_step *step)
{
    uint32_t depth = step->depth < DEPTH_MAX ? step->depth : DEPTH_MAX;
    at_buf_add_fmt(page->out,
                   "<li style=\"margin-left:%" PRIu32
                   "rem\"><span class=\"%s\">%s</span> ",
                   depth, tone_of(step->outcome),
                   at_maestro_outcome_name(step->outcome));
    add_text(page, step->description);
    add(page, " <span class=\"soft\">");
    add_duration(page, step->duration_ms);
    add(page, "</span>");
    if (step->error) {
        add(page, "<br><span class=\"note\">");
        add_text(page, step->error);
        add(page, "</span>");
    }
    if (step->note) {
        add(page, "<br><span class=\"note\">note: ");
        add_text(page, step->note);
        add(page, "</span>");
    }
    if (step->artifact_count > 0) {
        add(page, "<br>\n");
        add_artifacts(page, step);
    }
    add(page, "</li>\n");
}

static void
add_reason(struct page *page, const struct at_maestro_result *result)
{
    const struct at_maestro_step *failed =
        at_maestro_trace_failed(result->trace);
    struct at_buf reason = AT_BUF_INIT(AT_KIB * 4);
    at_maestro_reason(result, &reason);
    add(page, "<p class=\"fail\">");
    at_xml_write(at_buf_str(&reason), page->out);
    if (failed && failed->place.file) {
        add(page, " <span class=\"soft\">");
        add_text(page, failed->place.file);
        at_buf_add_fmt(page->out, ":%" PRIu32 "</span>", failed->place.line);
    }
    add(page, "</p>\n");
    at_buf_deinit(&reason);
}

static void
add_facts(struct page *page, const struct at_maestro_result *result)
{
    const struct at_maestro_flow *flow = result->trace->flow;
    add(page, "<p class=\"soft\">");
    at_xml_write(at_maestro_short_path(page->suite, flow->file), page->out);
    for (size_t i = 0; i < flow->tags.count; i++) {
        add(page, i == 0 ? " · tags: " : ", ");
        at_xml_write(flow->tags.rows[i], page->out);
    }
    if (result->folder) {
        add(page, " · files: ");
        add_text(page, result->folder);
    }
    add(page, "</p>\n");
}

static void
add_flow(struct page *page, const struct at_maestro_result *result, size_t end)
{
    const struct at_maestro_trace *trace = result->trace;
    char title[256];
    at_maestro_flow_title(trace->flow, title, sizeof(title));
    at_buf_add_fmt(page->out,
                   "<details%s><summary><b class=\"%s\">%s</b>"
                   "<span class=\"name\">",
                   result->end == AT_MAESTRO_PASSED ? "" : " open",
                   ends[end].tone, ends[end].word);
    add_text(page, title);
    add(page, "</span><span class=\"soft\">");
    add_text(page, result->device);
    add(page, "</span><span class=\"soft\">");
    add_duration(page, trace->duration_ms);
    add(page, "</span></summary>\n<div class=\"body\"><div>");
    if (result->end != AT_MAESTRO_PASSED)
        add_reason(page, result);
    add_facts(page, result);
    add(page, "<ol>\n");
    for (size_t i = 0; i < trace->count; i++)
        add_step(page, &trace->steps[i]);
    add(page, "</ol>\n");
    if (trace->video)
        add_video(page, trace->video);
    add(page, "</div></div></details>\n");
}

// When the first flow began: "2026-11-29 19:43:24 +01:00".
static void
add_time(struct page *page, int64_t wall_ms)
{
    char time[sizeof("YYYY-MM-DD hh:mm:ss")];
    char zone[sizeof("hh:mm")];
    int64_t offset_ms = page->suite->offset_ms;
    at_civil_write(wall_ms + offset_ms, "YYYY-MM-DD hh:mm:ss", time);
    at_civil_write(offset_ms < 0 ? -offset_ms : offset_ms, "hh:mm", zone);
    at_buf_add_fmt(page->out, "%s %c%s · ", time, offset_ms < 0 ? '-' : '+',
                   zone);
}

static void
add_head(struct page *page)
{
    const struct at_maestro_suite *suite = page->suite;
    int64_t began_ms = 0;
    int64_t ended_ms = 0;
    for (size_t i = 0; i < suite->count; i++) {
        const struct at_maestro_trace *trace = suite->rows[i].trace;
        int64_t end_ms = trace->began_ms + trace->duration_ms;
        if (trace->began_ms > 0 &&
            (began_ms == 0 || trace->began_ms < began_ms))
            began_ms = trace->began_ms;
        ended_ms = end_ms > ended_ms ? end_ms : ended_ms;
    }
    add(page, at_html_page_head);
    add(page, "<title>");
    add_text(page, suite->name);
    add(page, "</title></head><body>\n<h1>");
    add_text(page, suite->name);
    at_buf_add_fmt(page->out, "</h1>\n<p>%zu flow%s:", suite->count,
                   suite->count == 1 ? "" : "s");
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        size_t count = count_of(page, ends[i].end);
        if (count > 0)
            at_buf_add_fmt(page->out, " <span class=\"%s\">%zu %s</span>",
                           ends[i].tone, count, ends[i].counted);
    }
    add(page, "</p>\n<p class=\"soft\">");
    if (began_ms > 0)
        add_time(page, began_ms);
    add_duration(page, ended_ms - began_ms);
    add(page, "</p>\n");
}

void
at_maestro_html(const struct at_maestro_suite *suite, struct at_buf *out)
{
    struct page page = {.suite = suite, .out = out};
    add_head(&page);
    for (size_t end = 0; end < AT_LEN(ends); end++) {
        if (count_of(&page, ends[end].end) == 0)
            continue;
        at_buf_add_fmt(out, "<h2>%s</h2>\n", ends[end].title);
        for (size_t i = 0; i < suite->count; i++) {
            if (suite->rows[i].end == ends[end].end)
                add_flow(&page, &suite->rows[i], end);
        }
    }
    if (page.left_out > 0)
        at_buf_add_fmt(out,
                       "<p class=\"soft\">%zu pictures, videos or texts are "
                       "left out: the page would be too large. They are in "
                       "the flows' folders.</p>\n",
                       page.left_out);
    add(&page, "</body></html>\n");
}
