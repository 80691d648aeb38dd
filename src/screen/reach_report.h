// reach_report.h: sentences about elements that cannot be touched
#ifndef AT_SCREEN_REACH_REPORT_H
#define AT_SCREEN_REACH_REPORT_H

#include "base/buf.h"
#include "screen/advice.h"
#include "screen/reach.h"

// Append the reason why the element cannot be touched, and what to do: "is
// covered by the keyboard …: close it with …". Nothing is appended for
// AT_REACH_FREE.
void at_reach_write(const struct at_reach *reach,
                    const struct at_advice *advice, struct at_buf *out);

// Append the element or window on top: 'btn "Delete"'.
void at_reach_write_over(const struct at_reach *reach, struct at_buf *out);

// Return true if the keyboard covers the element.
bool at_reach_is_keyboard(const struct at_reach *reach);

#endif
