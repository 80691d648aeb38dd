// flow_queue_test.c: who runs which flow, also when devices are lost
#include "cli/flow_queue.h"

#include "sys/clock.h"
#include "tests/t.h"

enum { FLOWS = 4, WAIT_MS = 1 };

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

// The flow that a worker gets: 'a' to 'd'; '-': it has to wait, or gets none.
static char
take(struct rig *rig, int worker, struct at_flow_job **out)
{
    const struct at_op op = {.deadline_ns =
                                 at_now_ns() + WAIT_MS * AT_NS_PER_MS};
    *out = at_flow_queue_take(&op, &rig->queue, worker);
    return *out ? (*out)->flow->file[0] : '-';
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
    T_EQ_INT(take(&rig, 0, &none), '-');
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

T_TEST(who_may_get_a_job_back_waits_for_it)
{
    struct rig rig;
    struct at_flow_job *jobs[FLOWS], *none;
    rig_init(&rig, AT_FLOW_SHARED, 2, 0);
    for (int i = 0; i < FLOWS; i++)
        T_EQ_INT(take(&rig, 0, &jobs[i]), 'a' + i);
    T_EQ_INT(take(&rig, 1, &none), '-');
    T_OK(at_flow_queue_lose(&rig.queue, 0, jobs[3], "zero"));
    T_EQ_INT(take(&rig, 1, &none), 'd');
    at_flow_queue_deinit(&rig.queue);
}

T_MAIN()
