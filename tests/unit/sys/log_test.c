#define AT_LOG_MODULE "unit"
#include "sys/log.h"

#include <unistd.h>

#include "tests/t.h"

// The output on stderr of a message at level with this threshold.
static size_t
capture(const char *threshold, enum at_log_level level, const char *text,
        char *out, size_t cap)
{
    int fds[2];
    int saved = dup(STDERR_FILENO);
    T_EQ_INT(pipe(fds), 0);
    dup2(fds[1], STDERR_FILENO);
    at_log_init(threshold);
    at_log(level, "%s", text);
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(fds[1]);
    ssize_t len = read(fds[0], out, cap - 1);
    close(fds[0]);
    T_OK(len >= 0);
    out[len] = '\0';
    return (size_t)len;
}

T_TEST(level_decides)
{
    char out[100];
    T_OK(capture("warn", AT_LOG_WARN, "a", out, sizeof(out)));
    T_EQ_TEXT(out, "warn unit: a\n");
    T_EQ_SIZE(capture("warn", AT_LOG_INFO, "a", out, sizeof(out)), 0);
    T_OK(capture("trace", AT_LOG_TRACE, "a", out, sizeof(out)));
    T_EQ_TEXT(out, "trace unit: a\n");
    // Not a level, or none: as it was.
    T_OK(capture("loud", AT_LOG_TRACE, "a", out, sizeof(out)));
    T_OK(capture(NULL, AT_LOG_TRACE, "a", out, sizeof(out)));
}

// One event stays one line, and a terminal is not written to.
T_TEST(control_bytes_are_replaced)
{
    char out[100];
    capture("warn", AT_LOG_WARN, "a\nb\x1b[2J\x7f\tc", out, sizeof(out));
    T_EQ_TEXT(out, "warn unit: a?b?[2J??c\n");
}

T_TEST(long_lines_are_cut)
{
    char text[5000];
    char out[6000];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    size_t len = capture("warn", AT_LOG_WARN, text, out, sizeof(out));
    T_OK(len > 1000 && len <= 2048);
    T_EQ_INT(out[len - 1], '\n');
    T_EQ_INT(out[len - 2], 'x');
}

T_MAIN()
