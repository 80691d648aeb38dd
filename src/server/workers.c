// workers.c: a queue of jobs and the threads that take them
#include "server/workers.h"

#include <pthread.h>

#include "base/alloc.h"

struct job {
    void (*fn)(void *user);
    void *user;
    bool waits;
    struct job *next;
};

struct at_workers {
    struct at_workers_limits limits;
    pthread_mutex_t lock; // guards the following members
    pthread_cond_t change;
    pthread_t *threads; // owned; joined at the end
    size_t count;
    size_t idle;
    size_t waiting;
    size_t queued;
    struct job *first;
    struct job **last;
    bool closed;
};

struct at_workers *
at_workers_new(const struct at_workers_limits *limits)
{
    struct at_workers *workers = at_alloc(sizeof(*workers));
    workers->limits = *limits;
    workers->threads = at_realloc_array(NULL, limits->threads + limits->waiting,
                                        sizeof(*workers->threads));
    workers->last = &workers->first;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->change, NULL);
    return workers;
}

static struct job *
take_locked(struct at_workers *workers)
{
    struct job *job = workers->first;
    workers->first = job->next;
    if (!workers->first)
        workers->last = &workers->first;
    workers->queued--;
    return job;
}

static void *
work(void *arg)
{
    struct at_workers *workers = arg;
    pthread_mutex_lock(&workers->lock);
    for (;;) {
        workers->idle++;
        while (!workers->first && !workers->closed)
            pthread_cond_wait(&workers->change, &workers->lock);
        workers->idle--;
        if (!workers->first)
            break;
        struct job *job = take_locked(workers);
        pthread_mutex_unlock(&workers->lock);
        job->fn(job->user);
        pthread_mutex_lock(&workers->lock);
        if (job->waits)
            workers->waiting--;
        free(job);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

// Start a thread for the newest job, unless one is idle. If that fails, a
// running thread takes the job later.
static void
staff_locked(struct at_workers *workers)
{
    size_t max = workers->limits.threads + workers->waiting;
    if (workers->queued > workers->idle && workers->count < max &&
        pthread_create(&workers->threads[workers->count], NULL, work,
                       workers) == 0)
        workers->count++;
    pthread_cond_signal(&workers->change);
}

static bool
has_room_locked(const struct at_workers *workers, bool waits)
{
    return !workers->closed && workers->queued < workers->limits.queue &&
           (!waits || workers->waiting < workers->limits.waiting);
}

bool
at_workers_run(struct at_workers *workers, bool waits, void (*fn)(void *user),
               void *user)
{
    pthread_mutex_lock(&workers->lock);
    bool ok = has_room_locked(workers, waits);
    if (ok) {
        struct job *job = at_alloc(sizeof(*job));
        *job = (struct job){.fn = fn, .user = user, .waits = waits};
        *workers->last = job;
        workers->last = &job->next;
        workers->queued++;
        workers->waiting += waits;
        staff_locked(workers);
        ok = workers->count > 0;
        if (!ok) { // without any thread: take the job back
            workers->waiting -= waits;
            free(take_locked(workers));
        }
    }
    pthread_mutex_unlock(&workers->lock);
    return ok;
}

void
at_workers_free(struct at_workers *workers)
{
    if (!workers)
        return;
    pthread_mutex_lock(&workers->lock);
    workers->closed = true;
    pthread_cond_broadcast(&workers->change);
    pthread_mutex_unlock(&workers->lock);
    for (size_t i = 0; i < workers->count; i++)
        pthread_join(workers->threads[i], NULL);
    pthread_cond_destroy(&workers->change);
    pthread_mutex_destroy(&workers->lock);
    free(workers->threads);
    free(workers);
}
