// queue_test.c: the index of queued runs: by id, by choice, by place
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "tester/runs/queue.h"
#include "tests/t.h"

enum { RUNS = 300 }; // more than an index of ids begins with

static struct at_queue queue;

static struct at_queued *
add(int number, int64_t priority, const char *device)
{
    struct at_run_record record;
    at_run_record_init(&record);
    snprintf(record.id, sizeof(record.id), "run-%03d", number);
    record.priority = priority;
    free(record.scenario.device);
    record.scenario.device = at_strdup(device);
    struct at_queued *queued = at_queue_add(&queue, &record, 1000 + number);
    at_run_record_deinit(&record);
    return queued;
}

static struct at_queued *
find(int number)
{
    char id[16];
    snprintf(id, sizeof(id), "run-%03d", number);
    return at_queue_find(&queue, id);
}

T_TEST(each_run_is_found_by_its_id)
{
    T_OK(find(0) == NULL);
    for (int i = 0; i < RUNS; i++) // not in the order of choice
        add(i, i * 7 % 10, "");
    for (int i = 0; i < RUNS; i++)
        T_OK(find(i) != NULL);
    T_OK(find(RUNS) == NULL);
    for (int i = 0; i < RUNS; i += 2)
        at_queue_remove(&queue, find(i));
    T_EQ_INT((int)queue.count, RUNS / 2);
    for (int i = 0; i < RUNS; i++)
        T_EQ_INT(find(i) != NULL, i % 2);
    at_queue_forget_seen(&queue);
    for (size_t i = 0; i < queue.count; i++)
        queue.rows[i]->told = true;
    find(1)->seen = true;
    at_queue_sweep(&queue);
    T_EQ_INT((int)queue.count, 1);
    T_OK(find(1) == queue.rows[0] && find(3) == NULL);
    at_queue_deinit(&queue);
}

static int
place(const struct at_queued *queued)
{
    return (int)at_queue_place(&queue, queued);
}

T_TEST(places_count_those_that_want_the_same_device)
{
    struct at_queued *any = add(1, 0, "");
    struct at_queued *a = add(2, 0, "a");
    struct at_queued *b = add(3, 0, "b");
    struct at_queued *later = add(4, 0, "a");
    T_EQ_INT(place(any), 1);
    T_EQ_INT(place(a), 2);
    T_EQ_INT(place(b), 2);
    T_EQ_INT(place(later), 3);
    at_queue_set_taken(&queue, any, true);
    T_EQ_INT(place(any), 0);
    T_EQ_INT(place(later), 2);
    add(5, 1, ""); // before them all
    T_EQ_INT(place(b), 2);
    at_queue_set_taken(&queue, any, false);
    at_queue_remove(&queue, a);
    T_EQ_INT(place(later), 3);
    at_queue_deinit(&queue);
}

int
main(void)
{
    return T_RUN(NULL, NULL);
}
