#include "device/android/route/lines.h"

unsigned
at_text_split_enters(struct at_str *text)
{
    unsigned enters = 0;

    while (text->len > 0 && text->ptr[text->len - 1] == '\n') {
        text->len--;
        enters++;
    }
    return enters;
}
