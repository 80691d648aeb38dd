#include "maestro/lookup/java.h"

bool
at_maestro_java_translate(struct at_str pattern, struct at_buf *out,
                          struct at_maestro_java *java, struct at_err *err)
{
    (void)java;
    return at_buf_add_str(out, pattern) ||
           at_fail(err, AT_ELIMIT, "the pattern is too long");
}

bool
at_maestro_java_quote(struct at_str text, struct at_buf *out,
                      struct at_err *err)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (c < 0x80)
            at_buf_add_fmt(out, "\\x{%x}", c);
        else
            at_buf_add_char(out, (char)c);
    }
    return !out->overflow || at_fail(err, AT_ELIMIT, "the pattern is too long");
}
