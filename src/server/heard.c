// heard.c: the last event of each run that was published
#include "server/heard.h"

#include <string.h>

void
at_heard_init(struct at_heard *heard)
{
    pthread_mutex_init(&heard->lock, NULL);
}

void
at_heard_deinit(struct at_heard *heard)
{
    pthread_mutex_destroy(&heard->lock);
}

static size_t
place_of(const char *run)
{
    uint32_t hash = 2166136261u; // FNV-1a
    for (; *run; run++)
        hash = (hash ^ (unsigned char)*run) * 16777619u;
    return hash % AT_HEARD_RUNS;
}

bool
at_heard_note(struct at_heard *heard, const char *run, int64_t index)
{
    size_t at = place_of(run);
    pthread_mutex_lock(&heard->lock);
    if (strcmp(heard->runs[at].run, run) != 0) {
        at_str_cut(heard->runs[at].run, sizeof(heard->runs[at].run),
                   at_str(run));
        heard->runs[at].last = 0;
    }
    bool is_new = index > heard->runs[at].last;
    if (is_new)
        heard->runs[at].last = index;
    pthread_mutex_unlock(&heard->lock);
    return is_new;
}
