// fact.h: assertions about what isn't on the screen: data, the log, crashes
//
// A fact that can't be read is trouble of the device, with the reader's reason,
// and never a verdict.
#ifndef AT_MAESTRO_RUN_FACT_H
#define AT_MAESTRO_RUN_FACT_H

#include "maestro/lookup/pattern.h"
#include "maestro/run/runner.h"

bool at_maestro_assert_database(struct at_maestro_call *call,
                                struct at_err *err);
bool at_maestro_assert_log(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_assert_no_crash(struct at_maestro_call *call,
                                struct at_err *err);
bool at_maestro_assert_prefs(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_assert_request(struct at_maestro_call *call,
                               struct at_err *err);

// For the files of each kind.

enum { AT_MAESTRO_FOUND_MAX = 600 }; // bytes of what was found, in words

// Look once. False: it can't be read. pattern: that of the search. found: what
// there was, for the report, without secrets.
typedef bool at_maestro_fact_look(struct at_maestro_call *call,
                                  const struct at_maestro_pattern *pattern,
                                  struct at_buf *found, bool *out_holds,
                                  struct at_err *err);

struct at_maestro_fact_search {
    at_maestro_fact_look *look;
    struct at_str pattern; // a regular expression; ptr NULL: none
    bool is_part;          // it is one for a part of a value
};

// Look until it holds or the command's time is over, at least once.
AT_CHECKED bool at_maestro_fact_await(
    struct at_maestro_call *call, const struct at_maestro_fact_search *search,
    struct at_err *err);

// Compare a value with equals:, contains: and matches:, which is pattern.
// False: it has no verdict.
AT_CHECKED bool at_maestro_fact_compare(
    const struct at_maestro_fact *fact,
    const struct at_maestro_pattern *pattern, struct at_str value,
    bool *out_holds, struct at_err *err);
// Set whether the value matches.
AT_CHECKED bool at_maestro_fact_matches(
    const struct at_maestro_pattern *pattern, struct at_str value,
    bool *out_matches, struct at_err *err);

// Append the start of a text in quotes. Secrets are masked before it is cut.
void at_maestro_fact_quote(const struct at_maestro_call *call,
                           struct at_str text, struct at_buf *out);

// The app that the command means, in the call's arena; NULL with err.
const char *at_maestro_fact_app(struct at_maestro_call *call,
                                struct at_err *err);

#endif
