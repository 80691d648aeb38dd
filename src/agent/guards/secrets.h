// secrets.h: secrets by name, whose values only the device gets; pure
//
// Scenario text says {{password}}. The model sees the placeholder and types it;
// the engine puts the value in at the last moment, and every text that leaves
// for a model, log, report or event has the value replaced by the placeholder.
// Mask a text before it is cut: half a value is not recognised.
#ifndef AT_AGENT_GUARDS_SECRETS_H
#define AT_AGENT_GUARDS_SECRETS_H

#include "agent/models/profile.h"
#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"

struct at_loose;
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
// device's shell; and where an app shows it in capitals, in groups or without
// its separators (agent/guards/loose.h). Of a value that was typed, a beginning
// counts as well, and whatever at_secrets_learn() was given. Where values
// overlap, nothing is left of either. secrets NULL: a copy.
void at_secrets_mask(const struct at_secrets *secrets, struct at_str text,
                     struct at_buf *out);
// True if text has a value that at_secrets_mask() would replace.
bool at_secrets_shown(const struct at_secrets *secrets, struct at_str text);

// Return the number of a secret, at_secrets_count() for an unknown name.
size_t at_secrets_find(const struct at_secrets *secrets, struct at_str name);
// Note that a secret was typed: a field may show only its beginning.
void at_secrets_typed(const struct at_secrets *secrets, size_t index);
// Note what a field shows since a secret went into it, which may be a form of
// its own; it is masked like the value. Too short a text is ignored. These two
// change what the functions above mask; one thread uses a struct at_secrets.
void at_secrets_learn(const struct at_secrets *secrets, size_t index,
                      struct at_str shown);
// Return the value of a row, of which there are at least as many as secrets
// with four letters or digits, and its secret; NULL at the end.
const struct at_loose *at_secrets_value(const struct at_secrets *secrets,
                                        size_t row, size_t *out_index);

#endif
