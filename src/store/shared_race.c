// shared_race.c: which of several writers of one revision has won
//
// Servers of a cluster compare the expected sequence when a message arrives,
// and store it later: of two that arrive in between, both are stored
// (nats-server before 2.10). The last one is the document, as the bucket keeps
// no other. So a writer is sure only once everything that had arrived before
// its own message was stored has been stored, too: a message that it publishes
// afterwards, for its place in the stream, is behind all of that.
#include "base/limits.h"
#include "store/shared_priv.h"
#include "sys/cancel.h"
#include "sys/clock.h"

void
at_shared_race_begin(struct at_shared *shared, struct at_shared_race *race)
{
    pthread_mutex_lock(&shared->lock);
    race->next = shared->races;
    shared->races = race;
    pthread_mutex_unlock(&shared->lock);
}

void
at_shared_race_end(struct at_shared *shared, struct at_shared_race *race)
{
    pthread_mutex_lock(&shared->lock);
    struct at_shared_race **at = &shared->races;
    while (*at != race)
        at = &(*at)->next;
    *at = race->next;
    pthread_mutex_unlock(&shared->lock);
}

// A message that expects ours was written by someone who had ours. Others have
// replaced it, or it has replaced them.
static void
note_locked(struct at_shared_race *race, const struct at_bus_received *message)
{
    if (message->sequence <= race->last)
        return;
    race->last = message->sequence;
    race->last_expected = message->expected;
    if (at_str_is(message->writer, race->writer))
        race->own = message->sequence;
    else if (race->own > 0 && message->expected == race->own)
        race->is_followed = true;
}

void
at_shared_race_note(struct at_shared *shared,
                    const struct at_bus_received *message)
{
    pthread_mutex_lock(&shared->lock);
    for (struct at_shared_race *race = shared->races; race; race = race->next) {
        if (at_str_is(message->subject, race->subject))
            note_locked(race, message);
    }
    pthread_mutex_unlock(&shared->lock);
}

bool
at_shared_race_is_won(const struct at_shared_race *race, uint64_t sequence)
{
    return race->is_followed || race->last == sequence ||
           race->last_expected == sequence;
}

// Return the sequence of a message that was published after this call began.
// One message is for all writers that wait for the next one.
static bool
pass_barrier(struct at_shared *shared, int64_t max_ms, uint64_t *out_sequence,
             struct at_err *err)
{
    const struct at_op op = {at_now_ns() + max_ms * AT_NS_PER_MS, NULL};
    bool ok = true;
    pthread_mutex_lock(&shared->lock);
    uint64_t wanted = shared->barriers_begun + 1;
    while (ok && shared->barrier < wanted) {
        if (shared->in_barrier) {
            ok = at_waiters_wait_locked(&op, &shared->waiters, &shared->lock,
                                        err);
            continue;
        }
        uint64_t number = ++shared->barriers_begun;
        uint64_t sequence;
        shared->in_barrier = true;
        pthread_mutex_unlock(&shared->lock);
        ok = at_shared_publish_place(shared, max_ms, &sequence, err);
        pthread_mutex_lock(&shared->lock);
        shared->in_barrier = false;
        if (ok) {
            shared->barrier = number;
            shared->barrier_sequence = sequence;
        }
        at_waiters_wake_locked(&shared->waiters);
    }
    *out_sequence = shared->barrier_sequence;
    pthread_mutex_unlock(&shared->lock);
    return ok;
}

bool
at_shared_race_won(struct at_shared *shared, struct at_shared_race *race,
                   uint64_t sequence, int64_t max_ms, bool *out_won,
                   struct at_err *err)
{
    uint64_t barrier;
    *out_won = true;
    if (shared->replicas <= 1)
        return true; // one server compares when it stores
    if (!pass_barrier(shared, max_ms, &barrier, err) ||
        !at_shared_hear(shared, barrier, max_ms, err))
        return false;
    pthread_mutex_lock(&shared->lock);
    *out_won = at_shared_race_is_won(race, sequence);
    pthread_mutex_unlock(&shared->lock);
    return true;
}
