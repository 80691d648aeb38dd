// random.h: unpredictable bytes
#ifndef AT_SYS_RANDOM_H
#define AT_SYS_RANDOM_H

#include <stddef.h>

// Fill with random bytes. Aborts if the system has none.
void at_random_bytes(void *out, size_t len);

// Write len hexadecimal digits and a NUL to out.
void at_random_hex(char *out, size_t len);

#endif
