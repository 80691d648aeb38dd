// journal.h: what happened in a session since the client was told last
//
// Toasts, notifications, windows that came and went, states that changed by
// themselves, crashes: each once, with its age. Pure: times are given. Bounded
// in number and bytes; what is dropped before it was told is counted.
#ifndef AT_FLOW_CHANGES_JOURNAL_H
#define AT_FLOW_CHANGES_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/argv.h"
#include "base/buf.h"
#include "base/str.h"
#include "screen/tree.h"

enum {
    AT_JOURNAL_MAX = 64,         // events
    AT_JOURNAL_TEXT_MAX = 400,   // bytes of one
    AT_JOURNAL_TOAST_MS = 10000, // a toast counts that long after it was shown
    AT_JOURNAL_TOLD_CHANGES = 6, // in one reply; the others are counted
};

enum at_event_kind {
    AT_EVENT_TOAST,
    AT_EVENT_NOTIFICATION,
    AT_EVENT_ANNOUNCEMENT,
    AT_EVENT_WINDOW,
    AT_EVENT_CHANGE, // of the screen, by itself
    AT_EVENT_CRASH,
    AT_EVENT_INSTALLED, // by us, in words
    AT_EVENT_PASSED,    // a text of the screen that appeared and disappeared
                        // while the app was waited for
    AT_EVENT_KINDS,
};

struct at_event {
    enum at_event_kind kind;
    int64_t at_ns;         // a change, a crash: when it was seen
    int64_t since_ns;      // a change, a crash: when it was not there yet
    struct at_str text;    // what people saw of it; a change: in words
    struct at_str package; // that it came from, or empty
    bool dialog;           // a window: it is none of the app's screens
    bool quiet;            // found by those who ask for it, and never told
};

struct at_journal;

struct at_journal *at_journal_new(void);
void at_journal_free(struct at_journal *journal); // NULL is allowed

// Texts are copied.
void at_journal_add(struct at_journal *journal, const struct at_event *event);
// Never tell events of that kind.
void at_journal_mute(struct at_journal *journal, enum at_event_kind kind);
// So many events of the device are lost.
void at_journal_add_missed(struct at_journal *journal, size_t count);

// A flow begins, whose first action is the beginning of what its toasts may
// prove.
void at_journal_begin_flow(struct at_journal *journal);
// An app begins anew: what has come up before proves nothing about it.
void at_journal_begin_anew(struct at_journal *journal, int64_t now_ns);

// Keep only those windows since the last call that tree, the newest one, does
// not show: they came and went.
void at_journal_judge_windows(struct at_journal *journal,
                              const struct at_tree *tree);

// Events that are added from now on belong to the step of that index (0 is the
// first; -1: to none), or to the time before it, by their own time. Once the
// step acts, what came earlier counts as before it.
void at_journal_begin_step(struct at_journal *journal, int index,
                           int64_t now_ns);
void at_journal_acts(struct at_journal *journal, int64_t now_ns);

// True if something but a change has happened since the step began, or acted.
bool at_journal_has_news(const struct at_journal *journal);

// Append what the newest message since the flow's last action was, which was
// not told yet: 'toast "Saved"'. Nothing if there was none.
void at_journal_write_message(const struct at_journal *journal,
                              struct at_buf *out);

// Append a line for each event that was not told yet, oldest first: 'toast
// "Could not save" in step 1, 1.2 s ago'. They are told by that.
void at_journal_tell(struct at_journal *journal, int64_t now_ns,
                     struct at_argv *out);

enum at_toast_reach {
    // Shown AT_JOURNAL_TOAST_MS ago at most, and after the first action of the
    // newest flow that has acted.
    AT_TOAST_KEPT,
    // The same, or not told yet, however old it is.
    AT_TOAST_KEPT_OR_UNTOLD,
    AT_TOAST_ANY,
};

struct at_toast_query {
    struct at_str text; // the whole text, or empty
    struct at_str part;
    struct at_str words; // a part, in any case
    enum at_toast_reach reach;
    bool notification; // instead of a toast
    bool passed;       // instead: a text of a screen since the newest action
};

// The newest toast that is meant, NULL where there is none. *out_age_ms is its
// age. The text is borrowed until the next event.
const struct at_event *at_journal_find_toast(const struct at_journal *journal,
                                             const struct at_toast_query *query,
                                             int64_t now_ns,
                                             int64_t *out_age_ms);

// Append the text of each toast within reach, oldest first.
void at_journal_list_toasts(const struct at_journal *journal,
                            enum at_toast_reach reach, int64_t now_ns,
                            struct at_argv *out);

// Append 'toast "…", 1.2 s ago' as above.
void at_event_write(const struct at_event *event, int64_t now_ns,
                    struct at_buf *out);

#endif
