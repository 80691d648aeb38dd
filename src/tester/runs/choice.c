#include "tester/runs/choice.h"

#include <string.h>

static bool
has(const struct at_argv *caps, const char *need)
{
    for (size_t i = 0; i < caps->count; i++) {
        if (strcmp(caps->words[i], need) == 0)
            return true;
    }
    return false;
}

static bool
has_all(const struct at_argv *caps, const struct at_argv *needs)
{
    for (size_t i = 0; needs && i < needs->count; i++) {
        if (!has(caps, needs->words[i]))
            return false;
    }
    return true;
}

static bool
is_any(const char *name)
{
    return !name || !name[0];
}

bool
at_choice_suits(const struct at_choice_run *run,
                const struct at_choice_device *device)
{
    const char *named = is_any(run->device) ? device->only : run->device;
    return (is_any(run->platform) ||
            strcmp(run->platform, device->platform) == 0) &&
           (is_any(named) || strcmp(named, device->id) == 0) &&
           has_all(device->caps, run->needs);
}

bool
at_choice_is_due(const struct at_choice_run *run, int64_t now_ms)
{
    return run->not_before_ms <= now_ms;
}

// Waiting counts from the time at which the run may begin. Because all runs age
// alike, the order of two runs never changes.
static int64_t
rank(const struct at_choice_run *run)
{
    int64_t since_ms = run->not_before_ms > run->queued_ms ? run->not_before_ms
                                                           : run->queued_ms;
    return since_ms - run->priority * AT_CHOICE_AGE_MS;
}

int
at_choice_compare(const struct at_choice_run *a, const struct at_choice_run *b)
{
    int64_t one = rank(a);
    int64_t two = rank(b);
    return one != two ? (one < two ? -1 : 1) : strcmp(a->id, b->id);
}

size_t
at_choice_skip(unsigned refused, uint64_t random)
{
    enum { DOUBLED_MAX = 12 };
    unsigned doubled = refused < DOUBLED_MAX ? refused : DOUBLED_MAX;
    return (size_t)(random % (UINT64_C(1) << doubled));
}

size_t
at_choice_best(const struct at_choice_device *device,
               const struct at_choice_run *runs, size_t count, int64_t now_ms)
{
    size_t best = count;
    for (size_t i = 0; i < count; i++) {
        if (at_choice_is_due(&runs[i], now_ms) &&
            at_choice_suits(&runs[i], device) &&
            (best == count || at_choice_compare(&runs[i], &runs[best]) < 0))
            best = i;
    }
    return best;
}
