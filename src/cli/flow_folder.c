#include "cli/flow_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/civil.h"
#include "maestro/trace.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"

enum { SAME_NAME_MAX = 100000 };

int64_t
at_flow_local_offset_ms(int64_t wall_ms)
{
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm tm;
    int64_t local_ms;
    if (!localtime_r(&seconds, &tm))
        return 0;
    const struct at_civil civil = {
        .year = tm.tm_year + 1900,
        .month = tm.tm_mon + 1,
        .day = tm.tm_mday,
        .hour = tm.tm_hour,
        .minute = tm.tm_min,
        .second = tm.tm_sec,
    };
    return at_civil_to_ms(&civil, &local_ms)
               ? local_ms - (int64_t)seconds * 1000
               : 0;
}

// Like Maestro, in which flattening forgets --test-output-dir.
static char *
root_path(struct at_invocation *invocation, const struct at_flow_set *set,
          struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    const char *debug = at_arguments_option(args, "--debug-output");
    const char *output = at_arguments_option(args, "--test-output-dir");
    char stamp[sizeof("YYYY-MM-DD_hhmmss")];
    int64_t now_ms = at_wall_now_ms();
    at_civil_write(now_ms + at_flow_local_offset_ms(now_ms),
                   "YYYY-MM-DD_hhmmss", stamp);
    if (at_arguments_have(args, "--flatten-debug-output")) {
        if (debug)
            return at_strdup(debug);
        at_fail(err, AT_EUSAGE, "--flatten-debug-output needs --debug-output");
        return NULL;
    }
    if (output)
        return at_strfmt("%s/%s", output, stamp);
    if (set->output_dir.len > 0)
        return at_strfmt("%.*s/%s", AT_STR_ARG(set->output_dir), stamp);
    if (debug)
        return at_strfmt("%s/.maestro/tests/%s", debug, stamp);
    return at_command_run_artifact_path(invocation->run, "flows", err);
}

char *
at_flow_folder_root(struct at_invocation *invocation,
                    const struct at_flow_set *set, struct at_err *err)
{
    char *path = root_path(invocation, set, err);
    if (path && !at_folder_make(path, err)) {
        free(path);
        path = NULL;
    }
    return path;
}

char *
at_flow_folder_new(const char *root, const struct at_maestro_flow *flow,
                   int shard, struct at_err *err)
{
    char title[128];
    char suffix[32] = "";
    at_maestro_flow_title(flow, title, sizeof(title));
    for (char *c = title; *c; c++) {
        if (*c == '/' || (unsigned char)*c < 0x20 || (*c == '.' && c == title))
            *c = '_';
    }
    if (shard > 0)
        snprintf(suffix, sizeof(suffix), "-shard-%d", shard);
    char *path = at_strfmt("%s/%s%s", root, title[0] ? title : "flow", suffix);
    for (int i = 2; at_file_exists(path) && i < SAME_NAME_MAX; i++) {
        free(path);
        path =
            at_strfmt("%s/%s%s-%d", root, title[0] ? title : "flow", suffix, i);
    }
    if (!at_folder_make(path, err)) {
        free(path);
        path = NULL;
    }
    return path;
}
