// report_words.c: a report as sentences
#include "maestro/lookup/report.h"

#include "base/limits.h"
#include "base/quote.h"
#include "maestro/lookup/finder.h"
#include "maestro/mask.h"
#include "screen/element_text.h"

enum { NAME_MAX_BYTES = 120 };

// Mask the secrets of a line, and append its start.
static void
add_start(const struct at_maestro_report *report, struct at_buf *line,
          struct at_buf *out)
{
    struct at_buf safe = AT_BUF_INIT(line->len);
    const struct at_maestro_masking *masking = report->masking;
    if (masking)
        masking->mask(masking->user, at_buf_str(line), &safe);
    at_quote_cut(at_buf_str(masking ? &safe : line), NAME_MAX_BYTES, out);
    at_buf_deinit(&safe);
    at_buf_deinit(line);
}

static void
add_element(const struct at_maestro_report *report, const struct at_node *node,
            struct at_buf *out)
{
    struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_element_text_write(node, NULL, &line);
    add_start(report, &line, out);
}

static void
add_quoted(const struct at_maestro_report *report, struct at_str text,
           struct at_buf *out)
{
    struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_quote_write(text, &line);
    add_start(report, &line, out);
}

// Append 1st, 2nd, 3rd, 4th, … 11th.
static void
add_ordinal(size_t number, struct at_buf *out)
{
    static const char *const ends[] = {"th", "st", "nd", "rd"};
    size_t last = number % 10;
    bool teen = number % 100 / 10 == 1;
    at_buf_add_fmt(out, "%zu%s", number,
                   teen || last > 3 ? ends[0] : ends[last]);
}

static void
write_choice(const struct at_maestro_finder *finder,
             const struct at_maestro_found *found,
             const struct at_maestro_report *report, struct at_buf *out)
{
    if (report->matches < 2)
        return;
    at_buf_add_fmt(out, "%zu matches, took ", report->matches);
    if (report->why == AT_MAESTRO_WHY_INDEX) {
        at_buf_add_text(out, "the ");
        add_ordinal(found->position + 1, out);
        at_buf_add_fmt(out, " because index is %d (by top, then left)\n",
                       (int)finder->index);
        return;
    }
    if (found->chosen->node)
        add_element(report, found->chosen->node, out);
    else
        add_quoted(report, found->chosen->text, out);
    at_buf_add_text(out, report->why == AT_MAESTRO_WHY_CLICKABLE
                             ? " because it is the first that can be clicked\n"
                             : " because it is the first in the tree\n");
}

// Sentences about the element.
static const struct {
    enum at_maestro_doubt doubt;
    const char *before;
    const char *after; // with over between; NULL: a whole sentence
} element_rows[] = {
    {AT_MAESTRO_DOUBT_PARTLY, "only a part of it is visible", NULL},
    {AT_MAESTRO_DOUBT_INNER, "", ", in it, takes a tap on its centre"},
    {AT_MAESTRO_DOUBT_DISABLED, "it is disabled", NULL},
    {AT_MAESTRO_DOUBT_EMPTY, "it has no size", NULL},
};

// Append the window in front, or the element that shows another part.
static void
write_place(const struct at_maestro_report *report, struct at_buf *out)
{
    const struct at_node *over = report->over;
    if (!over)
        return;
    if (over == at_node_window(over)) {
        at_buf_add_text(out, ": it is behind a window of ");
        add_quoted(report, over->package, out);
        return;
    }
    at_buf_add_text(out, ": it is outside of ");
    add_element(report, over, out);
}

static void
write_cover(const struct at_maestro_report *report, struct at_buf *out)
{
    bool unseen = report->doubts & AT_MAESTRO_DOUBT_UNSEEN;
    if (!unseen && !(report->doubts & AT_MAESTRO_DOUBT_COVERED))
        return;
    if (report->doubts & AT_MAESTRO_DOUBT_KEYBOARD) {
        at_buf_add_text(out, unseen ? "it is behind the keyboard\n"
                                    : "the keyboard covers its centre\n");
    } else if (unseen) {
        at_buf_add_text(out, "it cannot be seen");
        write_place(report, out);
        at_buf_add_char(out, '\n');
    } else {
        add_element(report, report->over, out);
        at_buf_add_text(out, " covers its centre and takes the tap\n");
    }
}

static void
write_element_doubts(const struct at_maestro_report *report, struct at_buf *out)
{
    write_cover(report, out);
    for (size_t i = 0; i < AT_LEN(element_rows); i++) {
        if (!(report->doubts & element_rows[i].doubt))
            continue;
        at_buf_add_text(out, element_rows[i].before);
        if (element_rows[i].after) {
            add_element(report, report->over, out);
            at_buf_add_text(out, element_rows[i].after);
        }
        at_buf_add_char(out, '\n');
    }
}

// Sentences about the selector's text, which is quoted before them.
static const struct {
    enum at_maestro_doubt doubt;
    const char *words;
} text_rows[] = {
    {AT_MAESTRO_DOUBT_LITERAL,
     " was found only as exact text, in this case: as a pattern it means "
     "something else"},
    {AT_MAESTRO_DOUBT_PATTERN,
     " is a pattern that does not match itself: put a backslash before ( ) [ "
     "] { } ? * + . | $ ^ where you mean them"},
    {AT_MAESTRO_DOUBT_QUOTED,
     " is not a valid pattern, so it was taken as plain text"},
    {AT_MAESTRO_DOUBT_CASE, " was found in another case"},
};

static void
write_selector_doubts(const struct at_maestro_finder *finder,
                      const struct at_maestro_report *report,
                      struct at_buf *out)
{
    for (size_t i = 0; i < AT_LEN(text_rows); i++) {
        if (!(report->doubts & text_rows[i].doubt))
            continue;
        add_quoted(report, finder->selector->text, out);
        at_buf_add_fmt(out, "%s\n", text_rows[i].words);
    }
    if (report->doubts & AT_MAESTRO_DOUBT_CHILD_OF)
        at_buf_add_text(out, "childOf inside of another relation is ignored, "
                             "as Maestro does\n");
    if (report->doubts & AT_MAESTRO_DOUBT_CSS)
        at_buf_add_text(out, "css finds nothing in an app\n");
}

static const char *const but_words[] = {
    [AT_MAESTRO_BUT_HIDDEN] = "invisible",
    [AT_MAESTRO_BUT_OFF_SCREEN] = "off the screen, scroll to it",
    [AT_MAESTRO_BUT_DISABLED] = "enabled differs",
    [AT_MAESTRO_BUT_STATE] = "state or size differs",
    [AT_MAESTRO_BUT_ELSEWHERE] = "not inside of childOf",
    [AT_MAESTRO_BUT_RELATION] = "not where the relation says",
    [AT_MAESTRO_BUT_SIMILAR] = "similar",
};

static void
write_candidates(const struct at_maestro_report *report, struct at_buf *out)
{
    for (size_t i = 0; i < report->candidate_count; i++) {
        const struct at_maestro_candidate *c = &report->candidates[i];
        at_buf_add_fmt(out, "%s%s: ", but_words[c->but], c->by_id ? " id" : "");
        if (c->by_id)
            add_quoted(report, c->node->resource_id, out);
        if (c->by_id)
            at_buf_add_text(out, " of ");
        add_element(report, c->node, out);
        at_buf_add_char(out, '\n');
    }
}

static void
write_missing(const struct at_maestro_finder *finder,
              const struct at_maestro_report *report, struct at_buf *out)
{
    if (report->why == AT_MAESTRO_WHY_NO_PARENT) {
        at_buf_add_text(out, "the element of childOf was not found: ");
        at_maestro_selector_write(finder->selector->child_of, out);
        at_buf_add_char(out, '\n');
    }
    if (report->why == AT_MAESTRO_WHY_NO_INDEX)
        at_buf_add_fmt(
            out, "%zu %s, index is %d: the first is 0\n", report->matches,
            report->matches == 1 ? "match" : "matches", (int)finder->index);
    write_candidates(report, out);
}

void
at_maestro_report_headline(const struct at_maestro_finder *finder,
                           const struct at_maestro_report *report,
                           struct at_buf *out)
{
    const struct at_maestro_selector *s = finder->selector;
    struct at_maestro_selector target = *s;
    size_t from;
    if (report->why != AT_MAESTRO_WHY_NO_PARENT) {
        at_buf_add_text(out, "Element not found: ");
        at_maestro_selector_explain(s, out);
        return;
    }
    at_buf_add_text(out, "Parent element not found: ");
    at_maestro_selector_explain(s->child_of, out);
    at_buf_add_text(out, " (looking for ");
    from = out->len;
    target.child_of = NULL;
    at_maestro_selector_explain(&target, out);
    if (out->len == from)
        at_buf_cut(out, from - (sizeof(" (looking for ") - 1));
    else
        at_buf_add_text(out, " inside it)");
}

void
at_maestro_report_write(const struct at_maestro_finder *finder,
                        const struct at_maestro_found *found,
                        const struct at_maestro_report *report,
                        struct at_buf *out)
{
    if (found->chosen) {
        write_choice(finder, found, report, out);
        write_element_doubts(report, out);
    } else {
        write_missing(finder, report, out);
    }
    write_selector_doubts(finder, report, out);
}
