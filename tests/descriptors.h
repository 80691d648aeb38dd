// descriptors.h: how many descriptors this process has
#ifndef AT_TESTS_DESCRIPTORS_H
#define AT_TESTS_DESCRIPTORS_H

#include <fcntl.h>

static inline int
t_open_descriptors(void)
{
    int count = 0;
    for (int fd = 0; fd < 1024; fd++)
        count += fcntl(fd, F_GETFD) != -1;
    return count;
}

#endif
