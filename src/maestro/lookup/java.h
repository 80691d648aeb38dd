// java.h: Java's regular expressions, written for PCRE2
#ifndef AT_MAESTRO_LOOKUP_JAVA_H
#define AT_MAESTRO_LOOKUP_JAVA_H

#include "base/buf.h"
#include "base/err.h"

struct at_maestro_java {
    bool invalid;         // Java rejects the pattern; nothing was written
    bool unicode_classes; // (?U) from the start: compile with PCRE2_UCP
};

// Translate a pattern that is compiled without case, with dot matching line
// breaks and with anchors at every line. Fail with AT_EUNSUPPORTED, naming the
// construct, if PCRE2 has no equivalent of it.
AT_CHECKED bool at_maestro_java_translate(struct at_str pattern,
                                          struct at_buf *out,
                                          struct at_maestro_java *java,
                                          struct at_err *err);

// Write a pattern that matches text itself, in any case.
AT_CHECKED bool at_maestro_java_quote(struct at_str text, struct at_buf *out,
                                      struct at_err *err);

#endif
