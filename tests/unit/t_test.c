// t_test.c: the limits of t.h itself
#include "tests/t.h"

#include <sys/wait.h>

static void
add_too_many(int stderr_fd)
{
    if (dup2(stderr_fd, STDERR_FILENO) < 0)
        _exit(2);
    for (size_t i = 0; i <= T_LEN(t_tests); i++)
        t_add("another", "many_test.c", 7, NULL);
    _exit(3);
}

T_TEST(too_many_tests_name_the_file_and_the_remedy)
{
    int pipe_fds[2];
    int status;
    char text[256] = "";
    T_EQ_INT(pipe(pipe_fds), 0);
    fflush(NULL); // otherwise the child writes it again
    pid_t child = fork();
    T_OK(child >= 0);
    if (child == 0)
        add_too_many(pipe_fds[1]);
    T_EQ_INT(waitpid(child, &status, 0), child);
    T_OK(read(pipe_fds[0], text, sizeof(text) - 1) > 0);
    close(pipe_fds[0]);
    close(pipe_fds[1]);
    T_OK(WIFEXITED(status));
    T_EQ_INT(WEXITSTATUS(status), 1);
    T_EQ_TEXT(text, "many_test.c:7: 'another' is one test too many: a file may "
                    "have 64; split it by subject\n");
}

T_MAIN()
