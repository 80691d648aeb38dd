#include "flow/changes/journal.h"

#include <stdlib.h>
#include <string.h>

#include "base/alike.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/op.h"
#include "screen/detect.h"
#include "screen/package.h"
#include "base/quote.h"

enum { PACKAGE_MAX = 100 };

struct entry {
    struct at_event event; // its texts are the next two members
    char *text;
    char *package;
    int step;    // -1: none
    bool before; // happened before the step
    bool told;
    bool judged; // a window that is known to have come and gone
};

// A ring of entries, the oldest of which is at first.
struct at_journal {
    struct entry entries[AT_JOURNAL_MAX];
    size_t first;
    size_t count;
    size_t lost;    // unreported losses
    unsigned muted; // one bit for each kind that is never reported
    int step;
    int64_t border_ns; // earlier events were before the step, or its action
    int64_t toasts_from_ns; // before that: another flow or an old app
    int64_t acted_ns;       // time of the newest action
    bool flow_acts;         // the flow has acted
};

struct at_journal *
at_journal_new(void)
{
    struct at_journal *journal = at_alloc(sizeof(*journal));
    journal->step = -1;
    return journal;
}

static struct entry *
entry_at(const struct at_journal *journal, size_t i)
{
    size_t at = (journal->first + i) % AT_JOURNAL_MAX;
    return (struct entry *)(uintptr_t)&journal->entries[at];
}

static void
entry_deinit(struct entry *entry)
{
    free(entry->text);
    free(entry->package);
    *entry = (struct entry){.step = -1};
}

void
at_journal_free(struct at_journal *journal)
{
    if (!journal)
        return;
    for (size_t i = 0; i < journal->count; i++)
        entry_deinit(entry_at(journal, i));
    free(journal);
}

static void
drop_oldest(struct at_journal *journal)
{
    struct entry *oldest = entry_at(journal, 0);
    journal->lost += oldest->told ? 0 : 1;
    entry_deinit(oldest);
    journal->first = (journal->first + 1) % AT_JOURNAL_MAX;
    journal->count--;
}

static char *
copy(struct at_str text, size_t max)
{
    struct at_str head = at_utf8_head(text, max);
    return at_strndup(head.ptr, head.len);
}

void
at_journal_mute(struct at_journal *journal, enum at_event_kind kind)
{
    journal->muted |= 1U << kind;
}

void
at_journal_add(struct at_journal *journal, const struct at_event *event)
{
    if (journal->count == AT_JOURNAL_MAX)
        drop_oldest(journal);
    struct entry *entry = entry_at(journal, journal->count++);
    *entry = (struct entry){
        .event = *event,
        .text = copy(event->text, AT_JOURNAL_TEXT_MAX),
        .package = copy(event->package, PACKAGE_MAX),
        .step = journal->step,
        .before = event->at_ns < journal->border_ns,
    };
    entry->event.text = at_str(entry->text);
    entry->event.package = at_str(entry->package);
}

void
at_journal_add_missed(struct at_journal *journal, size_t count)
{
    journal->lost += count;
}

void
at_journal_begin_flow(struct at_journal *journal)
{
    journal->flow_acts = false;
}

void
at_journal_begin_anew(struct at_journal *journal, int64_t now_ns)
{
    journal->toasts_from_ns = now_ns;
    journal->flow_acts = true;
}

// The text of a window's event is its title, or the whole text of a dialog.
static bool
shows(const struct at_tree *tree, struct at_str text)
{
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        const struct at_str words[] = {node->pane, node->text,
                                       node->description};
        for (size_t i = 0; i < AT_LEN(words); i++) {
            if (words[i].len > 1 && at_str_starts(text, words[i]))
                return true;
        }
    }
    return false;
}

static bool
came_and_went(const struct at_event *event, const struct at_tree *tree)
{
    return event->text.len > 0 && !at_package_is_input_method(event->package) &&
           !at_package_is_system_ui(event->package) &&
           !at_package_is_launcher(event->package) && !shows(tree, event->text);
}

// Remove an entry that was not reported and never will be.
static void
forget(struct at_journal *journal, size_t i)
{
    entry_deinit(entry_at(journal, i));
    for (; i + 1 < journal->count; i++)
        *entry_at(journal, i) = *entry_at(journal, i + 1);
    *entry_at(journal, --journal->count) = (struct entry){.step = -1};
}

void
at_journal_judge_windows(struct at_journal *journal, const struct at_tree *tree)
{
    size_t i = 0;
    bool newest = true;
    for (size_t left = journal->count; left > 0; left--) {
        i = left - 1;
        struct entry *entry = entry_at(journal, i);
        if (entry->event.kind != AT_EVENT_WINDOW || entry->judged)
            continue;
        // the newest screen is the one in front, under any name
        entry->judged = (!newest || entry->event.dialog) &&
                        came_and_went(&entry->event, tree);
        newest = newest && entry->event.dialog;
        if (!entry->judged)
            forget(journal, i);
    }
}

void
at_journal_begin_step(struct at_journal *journal, int index, int64_t now_ns)
{
    journal->step = index;
    journal->border_ns = now_ns;
}

void
at_journal_acts(struct at_journal *journal, int64_t now_ns)
{
    journal->border_ns = now_ns;
    journal->acted_ns = now_ns;
    if (!journal->flow_acts)
        at_journal_begin_anew(journal, now_ns);
    for (size_t i = 0; i < journal->count; i++) {
        struct entry *entry = entry_at(journal, i);
        if (!entry->told && entry->step == journal->step)
            entry->before = true;
    }
}

bool
at_journal_has_news(const struct at_journal *journal)
{
    for (size_t i = 0; i < journal->count; i++) {
        const struct at_event *event = &entry_at(journal, i)->event;
        if (event->kind != AT_EVENT_CHANGE && !event->quiet &&
            event->at_ns >= journal->border_ns)
            return true;
    }
    return false;
}

// Print at least a tenth of a second for a span that contains the event.
static void
write_span(int64_t ns, bool within, struct at_buf *out)
{
    int64_t ms = ns > 0 ? ns / AT_NS_PER_MS : 0;
    if (within && ms < 100)
        ms = 100;
    if (ms < 60000)
        at_buf_add_fmt(out, "%lld.%lld s", (long long)(ms / 1000),
                       (long long)(ms % 1000 / 100));
    else
        at_buf_add_fmt(out, "%lld min", (long long)(ms / 60000));
}

static void
write_what(const struct at_event *event, struct at_buf *out)
{
    static const char *const names[] = {
        [AT_EVENT_TOAST] = "toast ",
        [AT_EVENT_NOTIFICATION] = "notification ",
        [AT_EVENT_ANNOUNCEMENT] = "announcement ",
        [AT_EVENT_WINDOW] = "window ",
        [AT_EVENT_CHANGE] = "",
        [AT_EVENT_CRASH] = "",
        [AT_EVENT_INSTALLED] = "",
        [AT_EVENT_PASSED] = "text ",
    };
    _Static_assert(AT_LEN(names) == AT_EVENT_KINDS, "a name each");
    at_buf_add_text(out, names[event->kind]);
    if (!names[event->kind][0])
        at_buf_add_str(out, event->text);
    else
        at_quote_write(event->text, out);
    if (event->kind == AT_EVENT_WINDOW)
        at_buf_add_text(out, " came and went");
    if (event->kind == AT_EVENT_PASSED)
        at_buf_add_text(out, " appeared and disappeared");
}

static bool
is_message(const struct at_journal *journal, const struct entry *entry)
{
    enum at_event_kind kind = entry->event.kind;
    return (kind == AT_EVENT_TOAST || kind == AT_EVENT_NOTIFICATION ||
            kind == AT_EVENT_ANNOUNCEMENT || kind == AT_EVENT_PASSED) &&
           entry->step >= 0 && !entry->told && !entry->event.quiet &&
           entry->event.at_ns >= journal->acted_ns;
}

void
at_journal_write_message(const struct at_journal *journal, struct at_buf *out)
{
    for (size_t i = journal->count; i > 0; i--) {
        const struct entry *entry = entry_at(journal, i - 1);
        if (!is_message(journal, entry))
            continue;
        write_what(&entry->event, out);
        return;
    }
}

static void
write_when(const struct at_event *event, int64_t now_ns, struct at_buf *out)
{
    bool seen_late =
        event->kind == AT_EVENT_CHANGE || event->kind == AT_EVENT_CRASH;
    if (event->kind == AT_EVENT_CHANGE)
        at_buf_add_text(out, " by itself");
    at_buf_add_text(out, seen_late ? ", within the last " : ", ");
    write_span(now_ns - (seen_late ? event->since_ns : event->at_ns), seen_late,
               out);
    at_buf_add_text(out, seen_late ? "" : " ago");
}

void
at_event_write(const struct at_event *event, int64_t now_ns, struct at_buf *out)
{
    write_what(event, out);
    write_when(event, now_ns, out);
}

static void
tell(struct entry *entry, int64_t now_ns, struct at_argv *out)
{
    struct at_buf line = AT_BUF_INIT(8 * AT_KIB);
    write_what(&entry->event, &line);
    if (entry->step >= 0)
        at_buf_add_fmt(&line, " %s step %d", entry->before ? "before" : "in",
                       entry->step);
    write_when(&entry->event, now_ns, &line);
    at_argv_add_str(out, at_buf_str(&line));
    at_buf_deinit(&line);
}

void
at_journal_tell(struct at_journal *journal, int64_t now_ns, struct at_argv *out)
{
    size_t changes = 0;
    if (journal->lost > 0)
        at_argv_add_fmt(out, "%zu earlier events were lost", journal->lost);
    journal->lost = 0;
    for (size_t i = 0; i < journal->count; i++) {
        struct entry *entry = entry_at(journal, i);
        bool change = entry->event.kind == AT_EVENT_CHANGE;
        if (entry->told)
            continue;
        entry->told = true;
        if (entry->event.quiet || journal->muted & (1U << entry->event.kind))
            continue;
        changes += change;
        if (!change || changes <= AT_JOURNAL_TOLD_CHANGES)
            tell(entry, now_ns, out);
    }
    if (changes > AT_JOURNAL_TOLD_CHANGES)
        at_argv_add_fmt(out, "%zu more changes by itself",
                        changes - AT_JOURNAL_TOLD_CHANGES);
}

static bool
is_meant(const struct at_event *event, const struct at_toast_query *query)
{
    enum at_event_kind kind = query->notification ? AT_EVENT_NOTIFICATION
                              : query->passed     ? AT_EVENT_PASSED
                                                  : AT_EVENT_TOAST;
    return event->kind == kind &&
           (query->text.len == 0 || at_alike_eq(event->text, query->text)) &&
           (query->part.len == 0 || at_alike_has(event->text, query->part)) &&
           (query->words.len == 0 ||
            at_alike_has_nocase(event->text, query->words));
}

static bool
is_within(const struct at_journal *journal, const struct entry *entry,
          enum at_toast_reach reach, int64_t age_ms)
{
    bool kept = age_ms < AT_JOURNAL_TOAST_MS ||
                (reach == AT_TOAST_KEPT_OR_UNTOLD && !entry->told);
    if (entry->event.kind == AT_EVENT_PASSED &&
        entry->event.at_ns < journal->acted_ns)
        return false;
    return reach == AT_TOAST_ANY ||
           (kept && entry->event.at_ns >= journal->toasts_from_ns);
}

const struct at_event *
at_journal_find_toast(const struct at_journal *journal,
                      const struct at_toast_query *query, int64_t now_ns,
                      int64_t *out_age_ms)
{
    for (size_t left = journal->count; left > 0; left--) {
        const struct entry *entry = entry_at(journal, left - 1);
        *out_age_ms = (now_ns - entry->event.at_ns) / AT_NS_PER_MS;
        if (is_meant(&entry->event, query) &&
            is_within(journal, entry, query->reach, *out_age_ms))
            return &entry->event;
    }
    return NULL;
}

size_t
at_journal_recent_toasts(const struct at_journal *journal, int64_t max_age_ms,
                         int64_t now_ns, struct at_str *out, size_t max)
{
    size_t count = 0;
    for (size_t left = journal->count; left > 0 && count < max; left--) {
        const struct at_event *event = &entry_at(journal, left - 1)->event;
        int64_t age_ms = (now_ns - event->at_ns) / AT_NS_PER_MS;
        if (event->kind == AT_EVENT_TOAST && age_ms <= max_age_ms)
            out[count++] = event->text;
    }
    return count;
}

void
at_journal_list_toasts(const struct at_journal *journal,
                       enum at_toast_reach reach, int64_t now_ns,
                       struct at_argv *out)
{
    for (size_t i = 0; i < journal->count; i++) {
        const struct entry *entry = entry_at(journal, i);
        int64_t age_ms = (now_ns - entry->event.at_ns) / AT_NS_PER_MS;
        if (entry->event.kind == AT_EVENT_TOAST &&
            is_within(journal, entry, reach, age_ms))
            at_argv_add_str(out, entry->event.text);
    }
}
