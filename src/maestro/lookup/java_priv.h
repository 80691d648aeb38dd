// java_priv.h: the translator's state, for java*.c
#ifndef AT_MAESTRO_LOOKUP_JAVA_PRIV_H
#define AT_MAESTRO_LOOKUP_JAVA_PRIV_H

#include "base/buf.h"
#include "base/err.h"
#include "maestro/lookup/java.h"

// Java's inline flags.
enum java_flag {
    JAVA_CASELESS = 1 << 0,     // i
    JAVA_MULTILINE = 1 << 1,    // m
    JAVA_DOTALL = 1 << 2,       // s
    JAVA_COMMENTS = 1 << 3,     // x
    JAVA_UNIX_LINES = 1 << 4,   // d
    JAVA_UNICODE_CASE = 1 << 5, // u
    JAVA_UNICODE = 1 << 6,      // U
};

enum { JAVA_NAMES_MAX = 64 };
#define JAVA_END UINT32_MAX

struct java {
    struct at_str in; // without \Q and \E
    size_t at;
    struct at_buf *out;
    struct at_maestro_java *result;
    uint32_t flags;       // enum java_flag
    uint32_t groups;      // opened so far
    uint32_t group_count; // in all, known in the second pass
    struct at_str names[JAVA_NAMES_MAX];
    uint32_t name_groups[JAVA_NAMES_MAX];
    size_t name_count;
    uint32_t depth;
    uint32_t lookbehinds; // that surround the place
    bool failed;          // unsupported; err is set
    struct at_err *err;
};

// Kinds of escapes.
enum java_escape {
    JAVA_ESCAPE_CHAR,  // one character
    JAVA_ESCAPE_CLASS, // a class, written as the content of PCRE2's [...]
    JAVA_ESCAPE_OTHER, // an anchor, a reference: the letter
    JAVA_ESCAPE_BAD,   // Java rejects it, or it has no equivalent
};

// The pattern is invalid in Java. Return false.
bool at_java_invalid(struct java *j);
// The pattern has something that PCRE2 lacks. Return false.
bool at_java_refuse(struct java *j, const char *what);

// Return the character at the place, JAVA_END behind the last. With comments
// on, blanks and comments are skipped first.
uint32_t at_java_peek(struct java *j);
void at_java_skip(struct java *j); // the character that peek returned
// Return the character behind the one at the place, comments not skipped.
uint32_t at_java_second(const struct java *j);
bool at_java_take(struct java *j, uint32_t c); // skip c if it is next

// Read what follows a backslash, which was skipped. Sets *out_char or
// *out_class; for JAVA_ESCAPE_OTHER, *out_char is the letter, which was
// skipped.
enum java_escape at_java_escape(struct java *j, uint32_t *out_char,
                                struct at_buf *out_class, bool *out_negated);

// Read the name of a property behind \p or \P and append the content of a
// class.
bool at_java_property(struct java *j, struct at_buf *out, bool *out_negated);

// Translate a class, behind its "[".
bool at_java_class(struct java *j);

// Append a character that means itself, outside of a class or in one.
void at_java_literal(struct java *j, uint32_t c);
void at_java_class_char(struct at_buf *out, uint32_t c);

#endif
