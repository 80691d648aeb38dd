// exec_in_qemu.c: start children of an arm64 program in qemu too
//
// For the test only. The kernel of another architecture can't start them, and
// registering qemu with it would change the machine. A root that is tested
// names this library in /etc/ld.so.preload and has qemu as /qemu.
#define _GNU_SOURCE
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { WORDS_MAX = 1024 };

int execve(const char *path, char *const argv[], char *const envp[]);

int
execve(const char *path, char *const argv[], char *const envp[])
{
    char *words[WORDS_MAX] = {"/qemu", "-0", argv[0], (char *)path};
    size_t count = 4;
    if (access(path, X_OK) != 0)
        return -1;
    for (char *const *at = argv + 1; *at; at++) {
        if (count == WORDS_MAX - 1) {
            errno = E2BIG;
            return -1;
        }
        words[count++] = *at;
    }
    return (int)syscall(SYS_execve, words[0], words, envp);
}
