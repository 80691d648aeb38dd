#include "maestro/number.h"

#include <ctype.h>
#include <stdlib.h>

bool
at_maestro_real(struct at_str text, double *out)
{
    char copy[64];
    char *end;
    text = at_str_trim(text);
    if (text.len == 0 || text.len >= sizeof(copy))
        return false;
    at_str_cut(copy, sizeof(copy), text);
    char last = copy[text.len - 1];
    if (last == 'f' || last == 'F' || last == 'd' || last == 'D')
        copy[text.len - 1] = '\0';
    // strtod() knows more words than Java: "inf", "nan", "0x1".
    for (const char *c = copy; *c; c++) {
        if (!isdigit((unsigned char)*c) && *c != '.' && *c != '-' &&
            *c != '+' && *c != 'e' && *c != 'E')
            return false;
    }
    *out = strtod(copy, &end);
    return end != copy && *end == '\0';
}
