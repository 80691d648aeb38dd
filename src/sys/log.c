#include "sys/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys/clock.h"
#include "sys/log_line.h"

#define FORMAT "AGENTEST_LOG_FORMAT"

const char *const at_log_level_names[] = {
    [AT_LOG_ERROR] = "error", [AT_LOG_WARN] = "warn",   [AT_LOG_INFO] = "info",
    [AT_LOG_DEBUG] = "debug", [AT_LOG_TRACE] = "trace",
};

struct about {
    char run[64];
    char device[128];
};

static enum at_log_level threshold = AT_LOG_WARN;
static bool is_json;
static bool for_journal;
static char host[256];
static _Thread_local struct about own;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // guards the next one
static struct about of_all;

// systemd says in JOURNAL_STREAM which file is the journal's; a program that it
// did not connect to it may have inherited the variable.
static bool
is_journal(void)
{
    const char *text = getenv("JOURNAL_STREAM");
    struct stat state;
    char own_name[64];
    if (!text || fstat(STDERR_FILENO, &state) != 0)
        return false;
    snprintf(own_name, sizeof(own_name), "%llu:%llu",
             (unsigned long long)state.st_dev,
             (unsigned long long)state.st_ino);
    return strcmp(text, own_name) == 0;
}

void
at_log_init(const char *level_name)
{
    for (size_t i = 0; level_name && i < AT_LEN(at_log_level_names); i++) {
        if (strcmp(level_name, at_log_level_names[i]) == 0)
            threshold = (enum at_log_level)i;
    }
    const char *format = getenv(FORMAT);
    is_json = format && strcmp(format, "json") == 0;
    for_journal = is_journal();
    if (!host[0] && gethostname(host, sizeof(host) - 1) != 0)
        host[0] = '\0';
}

bool
at_log_set_format(const char *format, struct at_err *err)
{
    if (strcmp(format, "json") != 0 && strcmp(format, "text") != 0)
        return at_fail(err, AT_EUSAGE,
                       "--log-format '%s' is unknown: it is text or json",
                       format);
    setenv(FORMAT, format, 1);
    at_log_init(NULL);
    return true;
}

bool
at_log_on(enum at_log_level level)
{
    return level <= threshold;
}

static void
set_about(struct about *about, const char *run, const char *device)
{
    at_str_cut(about->run, sizeof(about->run), at_str(run));
    at_str_cut(about->device, sizeof(about->device), at_str(device));
}

void
at_log_about(const char *run, const char *device)
{
    set_about(&own, run, device);
}

void
at_log_about_all(const char *run, const char *device)
{
    pthread_mutex_lock(&lock);
    set_about(&of_all, run, device);
    pthread_mutex_unlock(&lock);
}

// Write each line at once to keep threads from interleaving. Ignore a closed
// stderr.
static void
put(enum at_log_level level, bool is_said, const char *module, const char *fmt,
    va_list args)
{
    char message[2048];
    char line[AT_LOG_LINE_MAX];
    vsnprintf(message, sizeof(message), fmt, args);
    pthread_mutex_lock(&lock);
    struct about about = of_all;
    pthread_mutex_unlock(&lock);
    struct at_log_entry entry = {
        .level = level,
        .is_said = is_said,
        .module = module,
        .message = at_str(message),
        .time_ms = at_wall_now_ms(),
        .host = host,
        .run = own.run[0] ? own.run : about.run,
        .device = own.device[0] ? own.device : about.device,
        .for_journal = for_journal,
    };
    size_t len = is_json ? at_log_line_json(&entry, line)
                         : at_log_line_text(&entry, line);
    ssize_t n = write(STDERR_FILENO, line, len);
    (void)n;
}

void
at_log_line(enum at_log_level level, const char *module, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put(level, false, module, fmt, args);
    va_end(args);
}

void
at_log_say(enum at_log_level level, const char *module, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put(level, true, module, fmt, args);
    va_end(args);
}
