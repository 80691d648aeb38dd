#include "flow/app/plain.h"

#include <inttypes.h>

#include "wire/image.h"

enum { NOT_DARK = 0xf8f8f8 }; // bits that dark colours do not have

bool
at_plain_remark(struct at_str png, const struct at_advice *advice,
                struct at_buf *out, bool *out_black)
{
    uint32_t rgb;
    *out_black = false;
    if (!at_image_is_plain(png, &rgb))
        return false;
    *out_black = (rgb & NOT_DARK) == 0;
    if (*out_black)
        at_buf_add_fmt(out,
                       "it shows nothing but black: the window may forbid "
                       "pictures (FLAG_SECURE), the screen may be off, or the "
                       "app may be on another display of a foldable; %s",
                       advice->whole_tree);
    else
        at_buf_add_fmt(out,
                       "it shows nothing but one colour, #%06" PRIx32
                       ": the page may be empty, or not be drawn yet; %s",
                       rgb, advice->whole_tree);
    return true;
}
