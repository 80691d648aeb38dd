// clock.h: the monotonic clock, and the wall clock for people
#ifndef AT_SYS_CLOCK_H
#define AT_SYS_CLOCK_H

#include <stdint.h>

int64_t at_now_ns(void);      // monotonic; the clock of every deadline
int64_t at_wall_now_ms(void); // since 1970, UTC

#endif
