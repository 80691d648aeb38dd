// random_test.c: random bytes without anything left to open
#include "sys/random.h"

#include <string.h>
#include <sys/resource.h>

#include "tests/t.h"

T_TEST(random_bytes_need_no_descriptor)
{
    struct rlimit was, none;
    unsigned char bytes[1000] = {0};
    T_EQ_INT(getrlimit(RLIMIT_NOFILE, &was), 0);
    none = was;
    none.rlim_cur = 0;
    T_EQ_INT(setrlimit(RLIMIT_NOFILE, &none), 0);
    at_random_bytes(bytes, sizeof(bytes));
    T_EQ_INT(setrlimit(RLIMIT_NOFILE, &was), 0);
    size_t zeros = 0;
    for (size_t i = 0; i < sizeof(bytes); i++)
        zeros += bytes[i] == 0;
    T_OK(zeros < 100);
}

T_MAIN()
