// retry.c: a row for each class of failure
#include "agent/loop/retry.h"

enum {
    PAUSE_MS = 500,
    PAUSE_MAX_MS = 8000,
    PAUSES_MAX_MS = 180000, // sum of the pauses for one reply
    HINT_MAX_MS = 120000,
};

// Retries for each class. A busy provider recovers and often says when; a
// broken one does not.
static const int retries_of[AT_MODEL_CLASS_COUNT] = {
    [AT_MODEL_RETRY] = 2,
    [AT_MODEL_THROTTLED] = 5,
};

static int64_t
growing_pause(int retries, uint32_t random)
{
    int64_t pause_ms = PAUSE_MS;
    for (int i = 0; i < retries && pause_ms < PAUSE_MAX_MS; i++)
        pause_ms *= 2;
    int64_t quarter_ms = pause_ms / 4;
    return pause_ms - quarter_ms * random / UINT32_MAX;
}

bool
at_retry_next(struct at_retry *retry, const struct at_model_failure *failure,
              uint32_t random, int64_t *out_wait_ms)
{
    int64_t hint_ms = failure->wait_ms;
    *out_wait_ms = 0;
    int *of_class = &retry->of_class[failure->class];
    if (*of_class >= retries_of[failure->class] || hint_ms > HINT_MAX_MS)
        return false;
    int64_t wait_ms = hint_ms >= 0 ? hint_ms : growing_pause(*of_class, random);
    if (wait_ms > PAUSES_MAX_MS - retry->waited_ms)
        return false;
    retry->retries++;
    ++*of_class;
    retry->waited_ms += wait_ms;
    *out_wait_ms = wait_ms;
    return true;
}
