// guard.h: what an agent may not do, whatever the model says; pure
//
// Rules on values: the caller says which app is in front and what is about to
// be touched. Nothing here trusts the model, nor text on the screen.
#ifndef AT_AGENT_GUARD_H
#define AT_AGENT_GUARD_H

#include "agent/scenario.h"
#include "base/buf.h"
#include "base/err.h"

// App lock: may an input go to the app in front? The app under test, those that
// the scenario names, and a short list of the system's own (permission
// controller, dialogs, share sheet, keyboard). False with AT_EUSAGE "outside
// com.example.app: …".
AT_CHECKED bool at_guard_app(const struct at_scenario *scenario,
                             struct at_str front, struct at_err *err);
// May this app be launched?
AT_CHECKED bool at_guard_launch(const struct at_scenario *scenario,
                                struct at_str package, struct at_err *err);
// Is touching the element with this label guarded (delete account, pay, buy,
// send money, uninstall, factory reset…, in the languages of the table), and
// does the scenario's own text not ask for it? False: *err says which rule.
AT_CHECKED bool at_guard_label(const struct at_scenario *scenario,
                               struct at_str label, struct at_err *err);

// Append text from the screen as a model may read it: without the marker,
// zero-width, bidi-override and tag characters.
void at_guard_clean(struct at_str text, struct at_str marker,
                    struct at_buf *out);
// Does the text speak to an assistant ("ignore previous", "you are now",
// "system:")? Returns the phrase, a view of text; empty: no.
struct at_str at_guard_suspicious(struct at_str text);

#endif
