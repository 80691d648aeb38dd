// workers_test.c: jobs that wait leave threads to the others
#include "server/workers.h"

#include <pthread.h>

#include "tests/t.h"

static struct {
    pthread_mutex_t lock;
    pthread_cond_t change;
    bool open;
    size_t waiting;
    size_t done;
} gate = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .change = PTHREAD_COND_INITIALIZER};

static void
wait_for_gate(void *user)
{
    (void)user;
    pthread_mutex_lock(&gate.lock);
    gate.waiting++;
    pthread_cond_broadcast(&gate.change);
    while (!gate.open)
        pthread_cond_wait(&gate.change, &gate.lock);
    gate.waiting--;
    pthread_mutex_unlock(&gate.lock);
}

static void
count_one(void *user)
{
    (void)user;
    pthread_mutex_lock(&gate.lock);
    gate.done++;
    pthread_cond_broadcast(&gate.change);
    pthread_mutex_unlock(&gate.lock);
}

static void
await(const size_t *what, size_t wanted)
{
    pthread_mutex_lock(&gate.lock);
    while (*what < wanted)
        pthread_cond_wait(&gate.change, &gate.lock);
    pthread_mutex_unlock(&gate.lock);
}

static void
open_gate(void)
{
    pthread_mutex_lock(&gate.lock);
    gate.open = true;
    pthread_cond_broadcast(&gate.change);
    pthread_mutex_unlock(&gate.lock);
}

T_TEST(short_jobs_run_beside_waiting_ones)
{
    struct at_workers *workers =
        at_workers_new(&(struct at_workers_limits){1, 2, 8});
    gate.open = false;
    gate.done = 0;
    T_OK(at_workers_run(workers, true, wait_for_gate, NULL));
    T_OK(at_workers_run(workers, true, wait_for_gate, NULL));
    T_NOT(at_workers_run(workers, true, wait_for_gate, NULL));
    await(&gate.waiting, 2);
    for (size_t i = 0; i < 8; i++)
        T_OK(at_workers_run(workers, false, count_one, NULL));
    await(&gate.done, 8);
    open_gate();
    at_workers_free(workers);
    T_EQ_SIZE(gate.waiting, 0);
}

T_TEST(a_full_queue_refuses)
{
    struct at_workers *workers =
        at_workers_new(&(struct at_workers_limits){1, 0, 2});
    gate.open = false;
    gate.done = 0;
    T_OK(at_workers_run(workers, false, wait_for_gate, NULL));
    await(&gate.waiting, 1);
    T_OK(at_workers_run(workers, false, count_one, NULL));
    T_OK(at_workers_run(workers, false, count_one, NULL));
    T_NOT(at_workers_run(workers, false, count_one, NULL));
    T_NOT(at_workers_run(workers, true, count_one, NULL));
    open_gate();
    at_workers_free(workers); // queued work still runs
    T_EQ_SIZE(gate.done, 2);
}

T_TEST(many_jobs_are_all_done)
{
    struct at_workers *workers =
        at_workers_new(&(struct at_workers_limits){4, 0, 2000});
    gate.done = 0;
    for (size_t i = 0; i < 1000; i++)
        T_OK(at_workers_run(workers, false, count_one, NULL));
    at_workers_free(workers);
    T_EQ_SIZE(gate.done, 1000);
}

T_MAIN()
