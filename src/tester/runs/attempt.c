#include "tester/runs/attempt.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "sys/file.h"

char *
at_attempt_prefix(int64_t attempt)
{
    return attempt > 1 ? at_strfmt("attempt-%" PRId64 "/", attempt) : NULL;
}

char *
at_attempt_folder(const char *reports, const char *run, int64_t attempt)
{
    return attempt > 1
               ? at_strfmt("%s/%s/attempt-%" PRId64, reports, run, attempt)
               : at_strfmt("%s/%s", reports, run);
}

char *
at_attempt_newest(const char *reports, const char *run)
{
    char *newest = at_attempt_folder(reports, run, 1);
    for (int64_t i = 2; i <= AT_ATTEMPTS_MAX; i++) {
        char *folder = at_attempt_folder(reports, run, i);
        if (at_file_exists(folder)) {
            free(newest);
            newest = folder;
        } else {
            free(folder);
        }
    }
    return newest;
}
