// flow_queue_test.c: who runs which flow, also when devices are lost
#include "cli/flow_queue.h"

#include <string.h>

#include "sys/clock.h"
#include "tests/t.h"

enum { FLOWS = 4, IN_VAIN_MS = 30, GOES_MS = 60000 };

struct rig {
    struct at_maestro_flow flows[FLOWS];
    const struct at_maestro_flow *rows[FLOWS];
    struct at_flow_set set;
    struct at_flow_queue queue;
};

static void
rig_init(struct rig *rig, enum at_flow_sharing sharing, int workers,
         size_t ordered)
{
    *rig = (struct rig){.set = {.continues = true, .ordered = ordered}};
    for (size_t i = 0; i < FLOWS; i++) {
        static const char *const names[] = {"a.yaml", "b.yaml", "c.yaml",
                                            "d.yaml"};
        rig->flows[i].file = names[i];
        rig->rows[i] = &rig->flows[i];
    }
    rig->set.flows = rig->rows;
    rig->set.count = FLOWS;
    at_flow_queue_init(&rig->queue, &rig->set, sharing, workers);
}

// The flow that a worker gets, 'a' to 'd'; without one, '-' if it waited in
// vain, else '!'.
static char
take_or_wait(struct rig *rig, int worker, bool waits, struct at_flow_job **out)
{
    const struct at_op op = {.deadline_ns =
                                 at_now_ns() +
                                 (waits ? IN_VAIN_MS : GOES_MS) * AT_NS_PER_MS};
    *out = at_flow_queue_take(&op, &rig->queue, worker);
    return *out                            ? (*out)->flow->file[0]
           : at_now_ns() >= op.deadline_ns ? '-'
                                           : '!';
}

static char
take(struct rig *rig, int worker, struct at_flow_job **out)
{
    return take_or_wait(rig, worker, false, out);
}

static void
end(struct rig *rig, struct at_flow_job *job, bool passed)
{
    job->trace.passed = passed;
    at_flow_queue_end(&rig->queue, job);
}

T_TEST(ordered_flows_stay_on_one_device_and_move_if_it_is_lost)
{
    struct rig rig;
    struct at_flow_job *a, *b, *none;
    rig_init(&rig, AT_FLOW_SHARED, 2, 2);
    T_EQ_INT(take(&rig, 1, &a), 'a');
    T_EQ_INT(take_or_wait(&rig, 0, true, &none), '-');
    T_OK(at_flow_queue_lose(&rig.queue, 1, a, "one"));
    T_EQ_INT(take(&rig, 0, &a), 'a');
    end(&rig, a, true);
    T_EQ_INT(take(&rig, 0, &b), 'b');
    end(&rig, b, true);
    T_EQ_INT(take(&rig, 0, &a), 'c');
    at_flow_queue_deinit(&rig.queue);
}

T_TEST(a_failed_ordered_flow_leaves_out_the_rest_of_them_alone)
{
    struct rig rig;
    struct at_flow_job *job;
    rig_init(&rig, AT_FLOW_SHARED, 1, 3);
    rig.queue.continues = false;
    T_EQ_INT(take(&rig, 0, &job), 'a');
    end(&rig, job, false);
    T_EQ_INT(take(&rig, 0, &job), 'd');
    T_OK(rig.queue.jobs[1].is_void && rig.queue.jobs[2].is_void);
    at_flow_queue_deinit(&rig.queue);
}

T_TEST(a_flow_is_lost_twice_at_most)
{
    struct rig rig;
    struct at_flow_job *job, *other;
    rig_init(&rig, AT_FLOW_SHARED, 3, 0);
    T_EQ_INT(take(&rig, 0, &job), 'a');
    T_OK(at_flow_queue_lose(&rig.queue, 0, job, "zero"));
    T_EQ_INT(take(&rig, 1, &job), 'a');
    at_fail(&job->trace.err, AT_ENODEV, "gone");
    T_NOT(at_flow_queue_lose(&rig.queue, 1, job, "one"));
    T_EQ_INT(job->state, AT_FLOW_ENDED);
    T_NOT(job->trace.passed);
    T_EQ_INT(take(&rig, 2, &other), 'b');
    T_NOT(at_flow_queue_lose(&rig.queue, 2, other, "two"));
    for (size_t i = 2; i < FLOWS; i++) {
        T_EQ_INT(rig.queue.jobs[i].state, AT_FLOW_LEFT_OUT);
        T_EQ_TEXT(rig.queue.jobs[i].trace.err.msg,
                  "not run: no device is left");
        T_NOT(rig.queue.jobs[i].is_void);
    }
    at_flow_queue_deinit(&rig.queue);
}

T_TEST(flows_dealt_to_a_lost_device_go_to_others_unless_all_run_all)
{
    struct rig rig;
    struct at_flow_job *job;
    rig_init(&rig, AT_FLOW_SPLIT, 2, 0);
    T_EQ_INT(take(&rig, 0, &job), 'a');
    T_OK(at_flow_queue_lose(&rig.queue, 0, job, "zero"));
    T_EQ_INT(take(&rig, 1, &job), 'a');
    T_EQ_INT(job->shard, 1);
    T_EQ_INT(take(&rig, 1, &job), 'b');
    T_EQ_INT(take(&rig, 1, &job), 'c');
    at_flow_queue_deinit(&rig.queue);
    rig_init(&rig, AT_FLOW_EVERYWHERE, 2, 0);
    T_EQ_INT(take(&rig, 0, &job), 'a');
    T_NOT(at_flow_queue_lose(&rig.queue, 0, job, "zero"));
    T_EQ_TEXT(rig.queue.jobs[1].trace.err.msg,
              "not run: its device 'zero' was lost");
    T_EQ_INT(take(&rig, 1, &job), 'a');
    T_EQ_INT(job->shard, 2);
    at_flow_queue_deinit(&rig.queue);
}

// Moves with blanks between them: a worker, and the flow that it takes; '-': it
// has to wait; '!': it goes; '+': its flow has passed; 'x': it is lost.
static const struct {
    const char *name;
    enum at_flow_sharing sharing;
    int workers;
    size_t ordered;
    const char *moves;
} stories[] = {
    {"a running flow may come back", AT_FLOW_SHARED, 2, 0,
     "0a 1b 1+ 1c 1+ 1d 1+ 1- 0x 1a 1+ 1!"},
    {"a dealt flow may, before its device has begun", AT_FLOW_SPLIT, 2, 0,
     "1b 1+ 1d 1+ 1- 0x 1a 1+ 1c 1+ 1!"},
    {"and between two of them", AT_FLOW_SPLIT, 2, 0,
     "0a 1b 1+ 1d 1+ 0+ 1- 0x 1c 1+ 1!"},
    {"one that was lost twice does not", AT_FLOW_SPLIT, 3, 0,
     "0a 0x 1a 1x 2b 2+ 2c 2+ 2d 2+ 2!"},
    {"flows in order go on with the next device", AT_FLOW_SHARED, 3, 4,
     "0a 1- 0+ 1- 2- 0x 1b 2- 1x 2b 2+ 2c 2+ 2d 2+ 2!"},
    {"others follow them", AT_FLOW_SHARED, 2, 2,
     "0a 1- 0+ 0x 1b 1+ 1c 1+ 1d 1+ 1!"},
    {"with --shard-all nothing comes from elsewhere", AT_FLOW_EVERYWHERE, 2, 0,
     "0a 1a 1+ 1b 1+ 1c 1+ 1d 1+ 1! 0x"},
};

static void
move(struct rig *rig, const char *move, struct at_flow_job **jobs)
{
    int worker = move[0] - '0';
    struct at_flow_job *had = jobs[worker];
    jobs[worker] = NULL;
    if (move[1] == '+')
        end(rig, had, true);
    else if (move[1] == 'x')
        (void)at_flow_queue_lose(&rig->queue, worker, had, "x");
    else
        T_EQ_INT(take_or_wait(rig, worker, move[1] == '-', &jobs[worker]),
                 move[1]);
}

T_TEST(a_worker_waits_while_another_one_may_leave_it_a_flow)
{
    for (size_t i = 0; i < T_LEN(stories); i++) {
        struct at_flow_job *jobs[3] = {NULL};
        const char *moves = stories[i].moves;
        struct rig rig;
        T_ROW(stories[i].name);
        rig_init(&rig, stories[i].sharing, stories[i].workers,
                 stories[i].ordered);
        for (size_t at = 0; at < strlen(moves); at += 3)
            move(&rig, moves + at, jobs);
        for (size_t k = 0; k < rig.queue.count; k++)
            T_OK(rig.queue.jobs[k].state >= AT_FLOW_ENDED);
        at_flow_queue_deinit(&rig.queue);
    }
}

T_MAIN()
