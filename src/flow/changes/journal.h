// journal.h: the events of a session since the last report to the client
//
// Each toast, notification, window that came and went, state that changed
// without an action, and crash is reported once, with its age. Pure: the caller
// passes times. Limited in number and bytes; events that are dropped before
// they were reported are counted.
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
    AT_JOURNAL_TEXT_MAX = 400,   // bytes of one text
    AT_JOURNAL_TOAST_MS = 10000, // how long a toast counts
    AT_JOURNAL_TOLD_CHANGES = 6, // changes in one reply; the others are counted
};

enum at_event_kind {
    AT_EVENT_TOAST,
    AT_EVENT_NOTIFICATION,
    AT_EVENT_ANNOUNCEMENT,
    AT_EVENT_WINDOW,
    AT_EVENT_CHANGE, // the screen changed without an action
    AT_EVENT_CRASH,
    AT_EVENT_INSTALLED, // installed by this program, in words
    AT_EVENT_PASSED,    // temporary text during a wait for the app
    AT_EVENT_KINDS,
};

struct at_event {
    enum at_event_kind kind;
    int64_t at_ns;         // a change, a crash: when it was detected
    int64_t since_ns;      // a change, a crash: the last time without it
    struct at_str text;    // the visible text; a change: a description
    struct at_str package; // its source, or empty
    bool dialog;           // a window that is not one of the app's screens
    bool quiet;            // found on request, but never reported
};

struct at_journal;

struct at_journal *at_journal_new(void);
void at_journal_free(struct at_journal *journal); // NULL is allowed

// Texts are copied.
void at_journal_add(struct at_journal *journal, const struct at_event *event);
// Never report events of that kind.
void at_journal_mute(struct at_journal *journal, enum at_event_kind kind);
// Count lost events of the device.
void at_journal_add_missed(struct at_journal *journal, size_t count);

// Note the start of a flow: toasts count as evidence from its first action on.
void at_journal_begin_flow(struct at_journal *journal);
// Note the start of an app: earlier toasts do not count as evidence for it.
void at_journal_begin_anew(struct at_journal *journal, int64_t now_ns);

// Among the windows since the last call, keep only those that the newest tree
// does not show, which came and went.
void at_journal_judge_windows(struct at_journal *journal,
                              const struct at_tree *tree);

// Assign events from now on to the step of that index (0 is the first; -1: to
// none), or to the time before it, according to their own time. Once the step
// acts, earlier events count as before it.
void at_journal_begin_step(struct at_journal *journal, int index,
                           int64_t now_ns);
void at_journal_acts(struct at_journal *journal, int64_t now_ns);

// Return true if anything but a change came since the step began, or acted.
bool at_journal_has_news(const struct at_journal *journal);

// Append the newest unreported message since the flow's last action: 'toast
// "Saved"'. Appends nothing if there was none.
void at_journal_write_message(const struct at_journal *journal,
                              struct at_buf *out);

// Append a line for each unreported event, oldest first: 'toast "Could not
// save" in step 1, 1.2 s ago'. They are reported now.
void at_journal_tell(struct at_journal *journal, int64_t now_ns,
                     struct at_argv *out);

enum at_toast_reach {
    // Shown at most AT_JOURNAL_TOAST_MS ago, after the first action of the
    // newest flow that has acted.
    AT_TOAST_KEPT,
    // The same, or unreported, at any age.
    AT_TOAST_KEPT_OR_UNTOLD,
    AT_TOAST_ANY,
};

struct at_toast_query {
    struct at_str text; // the whole text, or empty
    struct at_str part;
    struct at_str words; // a part of the text, ignoring case
    enum at_toast_reach reach;
    bool notification; // find a notification instead of a toast
    bool passed; // find a text that a screen has shown since the newest action
                 // instead
};

// Return the newest matching toast, or NULL. *out_age_ms is its age. The text
// is borrowed until the next event.
const struct at_event *at_journal_find_toast(const struct at_journal *journal,
                                             const struct at_toast_query *query,
                                             int64_t now_ns,
                                             int64_t *out_age_ms);

// Append the text of each toast within reach, oldest first.
void at_journal_list_toasts(const struct at_journal *journal,
                            enum at_toast_reach reach, int64_t now_ns,
                            struct at_argv *out);

// Get the texts of the newest toasts that are at most max_age_ms old, at most
// max, borrowed until the next event. Returns their number.
size_t at_journal_recent_toasts(const struct at_journal *journal,
                                int64_t max_age_ms, int64_t now_ns,
                                struct at_str *out, size_t max);

// Append 'toast "…", 1.2 s ago', as in a report.
void at_event_write(const struct at_event *event, int64_t now_ns,
                    struct at_buf *out);

#endif
