// secrets.h: secrets by name, whose values only the device gets; pure
//
// Scenario text says {{password}}. The model sees the placeholder and types it;
// the engine puts the value in at the last moment, and every text that leaves
// for a model, log, report or event has the value replaced by the placeholder.
// Mask a text before it is cut: half a value is not recognised.
#ifndef AT_AGENT_SECRETS_H
#define AT_AGENT_SECRETS_H

#include "agent/profile.h"
#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"

struct at_secrets;

// Shorter values are masked where they stand alone, as a word; within other
// text they could be anything. They are easy to guess: prefer longer ones.
enum { AT_SECRET_SHORT_CHARS = 4 };

// Values by name: variable SECRET_NAME of the environment or .env, such as
// SECRET_PASSWORD for {{password}}; what is no letter or digit is '_' there. No
// other variable is read, so that a scenario from the network cannot name the
// key of a model. AT_EUSAGE names the variables that are not set.
AT_CHECKED bool at_secrets_new(const struct at_argv *names,
                               at_variable_fn *variable, void *user,
                               struct at_secrets **out, struct at_err *err);
size_t at_secrets_count(const struct at_secrets *secrets); // NULL is allowed
void at_secrets_free(struct at_secrets *secrets); // wipes them; NULL is allowed

// Append text with each {{name}} replaced by its value; *out_used: one was.
// AT_EUSAGE: a name that the scenario does not have. The caller clears out with
// at_wipe_buf(). secrets NULL: there are none.
AT_CHECKED bool at_secrets_fill(const struct at_secrets *secrets,
                                struct at_str text, struct at_buf *out,
                                bool *out_used, struct at_err *err);
// Append text with each value replaced by {{name}}, also where it is escaped:
// as JSON (also twice), in the compact text, as XML or HTML, in a URL, for the
// device's shell. Case counts. Where values overlap, nothing is left of either.
// secrets NULL: a copy.
void at_secrets_mask(const struct at_secrets *secrets, struct at_str text,
                     struct at_buf *out);
// True if text has a value that at_secrets_mask() would replace.
bool at_secrets_shown(const struct at_secrets *secrets, struct at_str text);

#endif
