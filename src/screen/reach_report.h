// reach_report.h: sentences about elements that cannot be touched
#ifndef AT_SCREEN_REACH_REPORT_H
#define AT_SCREEN_REACH_REPORT_H

#include "base/buf.h"
#include "screen/advice.h"
#include "screen/reach.h"

// Append why nothing can touch what reach was found for, and what to do: "is
// covered by the keyboard …: close it with …". Nothing is appended for
// AT_REACH_FREE.
void at_reach_write(const struct at_reach *reach,
                    const struct at_advice *advice, struct at_buf *out);

// Append what lies over an element: 'btn "Delete"'.
void at_reach_write_over(const struct at_reach *reach, struct at_buf *out);

// Is it the keyboard that lies over an element?
bool at_reach_is_keyboard(const struct at_reach *reach);

#endif
