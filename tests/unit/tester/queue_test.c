// queue_test.c: the index of queued runs: by id, by choice, by place
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "tester/runs/queue.h"
#include "tests/t.h"

enum { RUNS = 300 }; // more than an index of ids begins with

static struct at_queue queue;

static struct at_queued *
add_case(int number, int64_t priority, const char *device,
         const char *suite_run)
{
    struct at_run_record record;
    at_run_record_init(&record);
    snprintf(record.id, sizeof(record.id), "run-%03d", number);
    record.priority = priority;
    free(record.scenario.device);
    record.scenario.device = at_strdup(device);
    record.suite_run = suite_run ? at_strdup(suite_run) : NULL;
    struct at_queued *queued = at_queue_add(&queue, &record, 1000 + number);
    at_run_record_deinit(&record);
    return queued;
}

static struct at_queued *
add(int number, int64_t priority, const char *device)
{
    return add_case(number, priority, device, NULL);
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

T_TEST(no_case_of_a_stopped_suite_waits)
{
    const struct at_queued *single = add(1, 0, "");
    const struct at_queued *one = add_case(2, 0, "", "suite-1");
    const struct at_queued *other = add_case(3, 0, "", "suite-2");
    at_queue_stop_suite(&queue, "suite-1");
    at_queue_stop_suite(&queue, "suite-1");
    T_EQ_SIZE(queue.stopped_suite_count, 1);
    const struct at_queued *late = add_case(4, 0, "", "suite-1");
    T_OK(at_queued_waits(single, 2000) && at_queued_waits(other, 2000));
    T_NOT(at_queued_waits(one, 2000));
    T_NOT(at_queued_waits(late, 2000));
    for (int i = 0; i < AT_QUEUE_STOPPED_SUITES; i++) {
        char id[16];
        snprintf(id, sizeof(id), "many-%d", i);
        at_queue_stop_suite(&queue, id);
    }
    T_NOT(at_queued_waits(one, 2000)); // still, though the id is forgotten
    T_OK(at_queued_waits(single, 2000) && at_queued_waits(other, 2000));
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
