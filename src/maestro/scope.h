// scope.h: the variables of a flow, and texts with their ${} filled in
//
// Defined first: what the user gives (-e), MAESTRO_* of the environment and the
// built-in ones; then each file's own env:, which therefore beats the command
// line, and a subflow's beats its caller's. A body that ends takes its
// variables along. All values are texts. Used by one thread.
#ifndef AT_MAESTRO_SCOPE_H
#define AT_MAESTRO_SCOPE_H

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "maestro/flow.h"
#include "maestro/mask.h"

struct at_maestro_scope;

// A script file, and where its modules are in its text.
struct at_maestro_source {
    struct at_str path;
    struct at_str text;
    const struct at_maestro_part *parts;
    size_t part_count;
};

// Evaluates scripts that are more than a name; maestro/script/script.h has one.
struct at_maestro_engine {
    // Append the value of script as Maestro shows it. Fails like
    // at_maestro_expand().
    bool (*evaluate)(const struct at_op *op, void *user,
                     const struct at_maestro_scope *scope, struct at_str script,
                     struct at_buf *out, struct at_err *err);
    // Run a script file; path is what errors call it. Fails like evaluate().
    bool (*run)(const struct at_op *op, void *user,
                const struct at_maestro_scope *scope,
                const struct at_maestro_source *source, struct at_err *err);
    // Return true if a script has run, so that the engine alone knows what it
    // has changed.
    bool (*has_run)(void *user);
    void *user;
};

struct at_maestro_scope_opts {
    const char *const *given;       // rows "NAME=value" up to NULL; or NULL
    const char *const *environment; // likewise, as environ
    struct at_str file;             // gives MAESTRO_FILENAME
    struct at_str device;           // gives MAESTRO_DEVICE_UDID; may be empty
    int shard;                      // from 1; 0: not sharded
    // Names, up to NULL, whose values are masked besides those that look
    // secret; or NULL.
    const char *const *secret_names;
};

// Return the variables that a flow begins with. AT_EUSAGE: a row of given has
// no name. Owned by the caller; NULL with err.
struct at_maestro_scope *at_maestro_scope_new(
    const struct at_maestro_scope_opts *opts, struct at_err *err);
void at_maestro_scope_free(struct at_maestro_scope *scope); // NULL is allowed

// Without one, scripts that need it fail with AT_ENOTOOL. Borrowed.
void at_maestro_scope_set_engine(struct at_maestro_scope *scope,
                                 const struct at_maestro_engine *engine);

// Enter a body (of runFlow, repeat, retry, runScript), and leave it: variables
// are again as they were.
void at_maestro_scope_push(struct at_maestro_scope *scope);
void at_maestro_scope_pop(struct at_maestro_scope *scope);

// Define the variables of an env: map. Its values see the variables from
// before, and not each other. AT_ELIMIT: too many, or too large; otherwise
// fails like at_maestro_expand(). Nothing is defined on failure.
AT_CHECKED bool at_maestro_scope_env(const struct at_op *op,
                                     struct at_maestro_scope *scope,
                                     const struct at_maestro_pairs *env,
                                     struct at_err *err);
// Define one variable, not expanded. secret: its value is masked whatever it is
// called.
AT_CHECKED bool at_maestro_scope_set(struct at_maestro_scope *scope,
                                     struct at_str name, struct at_str value,
                                     bool secret, struct at_err *err);

// Return false if there is no such variable; borrowed until the next change.
bool at_maestro_scope_get(const struct at_maestro_scope *scope,
                          struct at_str name, struct at_str *out_value);
// Call each for all variables that scripts see, once for each name.
void at_maestro_scope_each(const struct at_maestro_scope *scope,
                           void (*each)(void *user, struct at_str name,
                                        struct at_str value),
                           void *user);
// Set maestro.copiedText, and get it: false, if nothing was copied yet.
void at_maestro_scope_set_copied(struct at_maestro_scope *scope,
                                 struct at_str text);
bool at_maestro_scope_copied(const struct at_maestro_scope *scope,
                             struct at_str *out_text);
// A number that differs after each change.
uint64_t at_maestro_scope_generation(const struct at_maestro_scope *scope);

// Append text with each ${} replaced by its value; an unset variable gives
// "undefined". Fails with AT_EASSERT if a script throws, AT_ENOTOOL without an
// engine, AT_ELIMIT if a script or the result is too large; the engine's other
// failures are in script.h. An error here ends the flow, whatever is optional.
AT_CHECKED bool at_maestro_expand(const struct at_op *op,
                                  struct at_maestro_scope *scope,
                                  struct at_str text, struct at_buf *out,
                                  struct at_err *err);

// Run a script file that was read from path, with the variables as they are.
// Fails like at_maestro_expand().
AT_CHECKED bool at_maestro_scope_run(const struct at_op *op,
                                     struct at_maestro_scope *scope,
                                     const struct at_maestro_source *source,
                                     struct at_err *err);

// Mask a value, or those of all variables of this name, whatever body they
// belong to. Values of less than three bytes can't be masked.
void at_maestro_scope_hide(struct at_maestro_scope *scope, struct at_str value);
void at_maestro_scope_hide_name(struct at_maestro_scope *scope,
                                struct at_str name);
// Return true if something is secret, even if it is too short to be masked or
// has no value yet. said_only: leave out those that merely have a name like a
// secret's.
bool at_maestro_scope_has_secrets(const struct at_maestro_scope *scope,
                                  bool said_only);
// Return true if a secret's value is in text. said_only: likewise.
bool at_maestro_scope_shows(const struct at_maestro_scope *scope,
                            struct at_str text, bool said_only);
// Append text with the values of all secret variables, also of ended bodies,
// replaced by "***", so it gets no longer. For whatever is printed, logged or
// reported, before that is cut. Stops at a character that doesn't fit.
void at_maestro_scope_mask(const struct at_maestro_scope *scope,
                           struct at_str text, struct at_buf *out);
// The same for a text without its end: a secret may have been cut, so the
// beginning of one at the end is replaced too.
void at_maestro_scope_mask_cut(const struct at_maestro_scope *scope,
                               struct at_str text, struct at_buf *out);
// The same for values of reports.
struct at_maestro_masking at_maestro_scope_masking(
    const struct at_maestro_scope *scope);
// Return true if a name looks like that of a secret: PASSWORD, API_KEY, …
bool at_maestro_name_is_secret(struct at_str name);

#endif
