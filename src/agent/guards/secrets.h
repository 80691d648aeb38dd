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

// Shorter values are masked as whole words only, because within other text they
// could be anything. They are easy to guess: prefer longer ones.
enum { AT_SECRET_SHORT_CHARS = 4 };

// Read the values: variable SECRET_NAME of the environment or .env, such as
// SECRET_PASSWORD for {{password}}; characters other than letters and digits
// become '_'. Other variables are never read, so a scenario from the network
// cannot name the key of a model. AT_EUSAGE names the variables that are not
// set.
AT_CHECKED bool at_secrets_new(const struct at_argv *names,
                               at_variable_fn *variable, void *user,
                               struct at_secrets **out, struct at_err *err);
size_t at_secrets_count(const struct at_secrets *secrets); // NULL is allowed
void at_secrets_free(struct at_secrets *secrets); // wipes them; NULL is allowed

// Append text with each {{name}} replaced by its value; *out_used: a name was
// replaced. AT_EUSAGE: the scenario does not have a name. The caller clears out
// with at_wipe_buf(). secrets may be NULL.
AT_CHECKED bool at_secrets_fill(const struct at_secrets *secrets,
                                struct at_str text, struct at_buf *out,
                                bool *out_used, struct at_err *err);
// Append text with each value replaced by {{name}}, including escaped values:
// as JSON (also twice), in the compact text, as XML or HTML, in a URL, for the
// device's shell; and as an app shows them, in capitals, in groups or without
// separators (agent/guards/loose.h). Beginnings of typed values count too, and
// the texts given to at_secrets_learn(). Overlapping values are masked
// completely. secrets NULL: a copy.
void at_secrets_mask(const struct at_secrets *secrets, struct at_str text,
                     struct at_buf *out);
// Return true if text has a value that at_secrets_mask() would replace.
bool at_secrets_shown(const struct at_secrets *secrets, struct at_str text);

// Return the number of a secret, at_secrets_count() for an unknown name.
size_t at_secrets_find(const struct at_secrets *secrets, struct at_str name);
// Note that a secret was typed: a field may show only its beginning.
void at_secrets_typed(const struct at_secrets *secrets, size_t index);
// Note the text of a field that a secret was typed into, which may be another
// form of the value; it is masked like the value. A text that is too short is
// ignored. These two functions change what the functions above mask; a struct
// at_secrets is used by one thread.
void at_secrets_learn(const struct at_secrets *secrets, size_t index,
                      struct at_str shown);
// Return the value of a row and its secret; NULL at the end. There is at least
// one row for each secret with four letters or digits.
const struct at_loose *at_secrets_value(const struct at_secrets *secrets,
                                        size_t row, size_t *out_index);

#endif
