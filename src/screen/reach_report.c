#include "screen/reach_report.h"

#include "base/limits.h"
#include "base/quote.h"
#include "screen/element_text.h"
#include "screen/label.h"

enum { NAME_MAX_BYTES = 120 };

bool
at_reach_is_keyboard(const struct at_reach *reach)
{
    return reach->kind == AT_REACH_WINDOW &&
           at_node_has(reach->over, AT_NODE_CHROME);
}

void
at_reach_write_over(const struct at_reach *reach, struct at_buf *out)
{
    struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_element_text_write(reach->over, NULL, &line);
    at_quote_cut(at_buf_str(&line), NAME_MAX_BYTES, out);
    at_buf_deinit(&line);
}

static void
write_window(const char *how, const struct at_node *window, struct at_buf *out)
{
    at_buf_add_fmt(out, "%s", how);
    if (window->package.len > 0)
        at_buf_add_fmt(out, " of %s", AT_NAME(window->package));
}

void
at_reach_write(const struct at_reach *reach, const struct at_advice *advice,
               struct at_buf *out)
{
    switch (reach->kind) {
    case AT_REACH_FREE:
        break;
    case AT_REACH_UNCERTAIN:
        at_buf_add_text(out, "maybe covered by ");
        at_reach_write_over(reach, out);
        break;
    case AT_REACH_OFF_SCREEN:
    case AT_REACH_CLIPPED:
        at_buf_add_fmt(out, "outside the visible screen or without size: %s",
                       advice->scroll);
        break;
    case AT_REACH_BEHIND:
        write_window("behind a dialog", reach->over, out);
        at_buf_add_text(out, ": answer or close that first");
        break;
    case AT_REACH_WINDOW:
        if (at_reach_is_keyboard(reach)) {
            write_window("covered by the keyboard", reach->over, out);
            at_buf_add_fmt(out, ": close it with %s", advice->press_back);
        } else {
            write_window("covered by another window", reach->over, out);
            at_buf_add_text(out, ": answer or close that first");
        }
        break;
    case AT_REACH_ELEMENTS:
        at_buf_add_text(out, "covered by ");
        at_reach_write_over(reach, out);
        at_buf_add_fmt(out,
                       ", which would be touched instead: use that one, "
                       "or %s",
                       advice->force);
        break;
    }
}
