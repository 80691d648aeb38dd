// random.c: /dev/urandom, which POSIX systems have
#include "sys/random.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/alloc.h"

void
at_random_bytes(void *out, size_t len)
{
    unsigned char *next = out;
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    at_assert(fd >= 0);
    while (len > 0) {
        ssize_t n = read(fd, next, len);
        at_assert(n > 0 || (n < 0 && errno == EINTR));
        next += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    close(fd);
}

void
at_random_hex(char *out, size_t len)
{
    at_random_bytes(out, len);
    for (size_t i = 0; i < len; i++)
        out[i] = "0123456789abcdef"[(unsigned char)out[i] % 16];
    out[len] = '\0';
}
