// pattern.h: the regular expressions of selectors, with Maestro's meaning
//
// Maestro compiles text: and id: with Java's regular expressions: ignoring case
// (all of Unicode), "." also matches line breaks, "^" and "$" match at every
// line, and the whole value must match. Here PCRE2 matches; lookup/java.h
// translates the syntax. Java's verdict on what is a valid pattern counts: an
// invalid one is quoted and then means its own characters, in any case.
//
// Matching is limited, so that no pattern can hang a run. A pattern that hits
// the limit has no verdict.
#ifndef AT_MAESTRO_LOOKUP_PATTERN_H
#define AT_MAESTRO_LOOKUP_PATTERN_H

#include "base/err.h"
#include "base/str.h"

struct at_maestro_pattern;

// Compile. Fail with AT_EUNSUPPORTED, naming the construct, if Java accepts
// the pattern and PCRE2 has no equivalent; with AT_ELIMIT if it is too large.
// source is borrowed.
AT_CHECKED bool at_maestro_pattern_new(struct at_str source,
                                       struct at_maestro_pattern **out,
                                       struct at_err *err);
void at_maestro_pattern_free(struct at_maestro_pattern *pattern); // NULL is
                                                                  // allowed

// Check a pattern without compiling it, in a few microseconds. *out_invalid is
// true if Java rejects it; unknown scripts are not noticed. Fails likewise.
AT_CHECKED bool at_maestro_pattern_check(struct at_str source,
                                         bool *out_invalid, struct at_err *err);

struct at_str at_maestro_pattern_source(const struct at_maestro_pattern *p);
// Return true if Java rejects the pattern, so that it was quoted.
bool at_maestro_pattern_is_quoted(const struct at_maestro_pattern *pattern);
// Return true if the source has characters with a meaning in a regular
// expression, and would not match its own text: "Is it?", "a|b".
bool at_maestro_pattern_rejects_itself(const struct at_maestro_pattern *p);

enum at_maestro_match {
    AT_MAESTRO_DIFFERS,
    AT_MAESTRO_MATCHES,
    AT_MAESTRO_EQUALS,   // only literally, as text: does
    AT_MAESTRO_TOO_HARD, // gave up at the limit
};

// Match a text attribute: the value, or the value with line breaks as blanks;
// as a pattern, or literally with equal case.
enum at_maestro_match at_maestro_pattern_text(
    const struct at_maestro_pattern *pattern, struct at_str value);
// Match a resource id: all of it, or what follows its last slash; only as a
// pattern.
enum at_maestro_match at_maestro_pattern_id(
    const struct at_maestro_pattern *pattern, struct at_str value);

// Say that pattern gave up. Return false, like at_fail().
bool at_maestro_pattern_fail(const struct at_maestro_pattern *pattern,
                             struct at_err *err);

#endif
