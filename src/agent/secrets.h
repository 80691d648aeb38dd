// secrets.h: secrets by name: the device gets the value, nobody else; pure
//
// Scenario text says {{password}}. The model sees the placeholder and types it;
// the engine puts the value in at the last moment, and every text that leaves
// for a model, log, report or event has the value replaced by the placeholder.
#ifndef AT_AGENT_SECRETS_H
#define AT_AGENT_SECRETS_H

#include "agent/profile.h"
#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"

struct at_secrets;

// Values by name: variable SECRET_NAME or NAME of the environment or .env.
// AT_EUSAGE names those that are not set.
AT_CHECKED bool at_secrets_new(const struct at_argv *names,
                               at_variable_fn *variable, void *user,
                               struct at_secrets **out, struct at_err *err);
void at_secrets_free(struct at_secrets *secrets); // wipes them; NULL is allowed

// Append text with each {{name}} replaced by its value; *out_used: one was.
// AT_EUSAGE: a name that the scenario does not have.
AT_CHECKED bool at_secrets_fill(const struct at_secrets *secrets,
                                struct at_str text, struct at_buf *out,
                                bool *out_used, struct at_err *err);
// Append text with each value replaced by {{name}}, also where it is escaped
// as JSON or in the compact text.
void at_secrets_mask(const struct at_secrets *secrets, struct at_str text,
                     struct at_buf *out);
// True if text has a value.
bool at_secrets_shown(const struct at_secrets *secrets, struct at_str text);

#endif
