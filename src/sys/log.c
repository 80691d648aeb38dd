#include "sys/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {
    [AT_LOG_ERROR] = "error", [AT_LOG_WARN] = "warn",   [AT_LOG_INFO] = "info",
    [AT_LOG_DEBUG] = "debug", [AT_LOG_TRACE] = "trace",
};

static enum at_log_level threshold = AT_LOG_WARN;

void
at_log_init(const char *level_name)
{
    for (size_t i = 0; level_name && i < AT_LEN(names); i++) {
        if (strcmp(level_name, names[i]) == 0)
            threshold = (enum at_log_level)i;
    }
}

bool
at_log_on(enum at_log_level level)
{
    return level <= threshold;
}

void
at_log_line(enum at_log_level level, const char *module, const char *fmt, ...)
{
    char line[2048];
    int head = snprintf(line, sizeof(line), "%s %s: ", names[level], module);
    va_list args;
    va_start(args, fmt);
    vsnprintf(line + head, sizeof(line) - (size_t)head - 1, fmt, args);
    va_end(args);
    size_t len = strlen(line);
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)line[i] < 0x20 || line[i] == 0x7f)
            line[i] = '?';
    }
    line[len++] = '\n';
    // Write each line at once to keep threads from interleaving. Ignore a
    // closed stderr.
    ssize_t n = write(STDERR_FILENO, line, len);
    (void)n;
}
