// random.h: bytes that nobody can guess
#ifndef AT_SYS_RANDOM_H
#define AT_SYS_RANDOM_H

#include <stddef.h>

// Aborts where the system has no random bytes to give.
void at_random_bytes(void *out, size_t len);

// len hexadecimal digits and a NUL into out.
void at_random_hex(char *out, size_t len);

#endif
