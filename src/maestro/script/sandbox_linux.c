// sandbox_linux.c: the system calls that are left to a script's engine
//
// A list of what is allowed; all else fails with EPERM, so that a library which
// only tries goes on. What it has: memory, time, threads of this process, and
// the descriptors that are open.
#define _DEFAULT_SOURCE // syscall()
#include "maestro/script/sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef CLONE_THREAD
#define CLONE_THREAD 0x00010000
#endif

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif

#define LOAD(member)                                                           \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define ALLOW(number)                                                          \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1),                       \
        RETURN(SECCOMP_RET_ALLOW)

#ifdef OWN_ARCH
static const struct sock_filter filter[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    ALLOW(__NR_read),
    ALLOW(__NR_write),
    ALLOW(__NR_recvfrom),
    ALLOW(__NR_sendto),
    ALLOW(__NR_ppoll),
#ifdef __NR_poll
    ALLOW(__NR_poll),
#endif
    ALLOW(__NR_close),
    ALLOW(__NR_mmap),
    ALLOW(__NR_munmap),
    ALLOW(__NR_mremap),
    ALLOW(__NR_mprotect),
    ALLOW(__NR_madvise),
    ALLOW(__NR_brk),
    ALLOW(__NR_futex),
    ALLOW(__NR_membarrier),
    ALLOW(__NR_set_robust_list),
    ALLOW(__NR_rseq),
    ALLOW(__NR_gettid),
    ALLOW(__NR_getpid),
    ALLOW(__NR_sched_yield),
    ALLOW(__NR_sched_getaffinity),
    ALLOW(__NR_getrusage),
    ALLOW(__NR_getrandom),
    ALLOW(__NR_sysinfo),
    ALLOW(__NR_nanosleep),
    ALLOW(__NR_clock_nanosleep),
    ALLOW(__NR_clock_gettime),
    ALLOW(__NR_clock_getres),
    ALLOW(__NR_gettimeofday),
    ALLOW(__NR_rt_sigaction),
    ALLOW(__NR_rt_sigprocmask),
    ALLOW(__NR_rt_sigreturn),
    ALLOW(__NR_sigaltstack),
    ALLOW(__NR_restart_syscall),
    ALLOW(__NR_exit),
    ALLOW(__NR_exit_group),
    // A thread of this process, by the call whose flags can be looked at.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
    RETURN(SECCOMP_RET_ERRNO | ENOSYS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
    RETURN(SECCOMP_RET_ALLOW),
    RETURN(SECCOMP_RET_ERRNO | EPERM),
};

static bool
install(void)
{
    struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]),
                                 (struct sock_filter *)filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER,
                   SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}
#else
static bool
install(void)
{
    return false;
}
#endif

const char *
at_sandbox_close(void)
{
    at_sandbox_limit();
    return install() ? "seccomp" : "limits";
}
