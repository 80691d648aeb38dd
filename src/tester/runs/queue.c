#include "tester/runs/queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

bool
at_queued_waits(const struct at_queued *queued, int64_t now_ms)
{
    return !queued->taken && !queued->refused &&
           at_choice_is_due(&queued->wish, now_ms);
}

static void
free_queued(struct at_queued *queued)
{
    free((char *)queued->wish.platform);
    free((char *)queued->wish.device);
    at_argv_deinit(&queued->needs);
    free(queued);
}

void
at_queue_deinit(struct at_queue *queue)
{
    for (size_t i = 0; i < queue->count; i++)
        free_queued(queue->rows[i]);
    free(queue->rows);
    *queue = (struct at_queue){NULL, 0};
}

// Return the index of the first row that is not before the run.
static size_t
place_for(const struct at_queue *queue, const struct at_choice_run *wish)
{
    size_t low = 0;
    size_t high = queue->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (at_choice_compare(&queue->rows[middle]->wish, wish) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void
insert(struct at_queue *queue, struct at_queued *queued)
{
    size_t at = place_for(queue, &queued->wish);
    queue->rows = at_realloc_array(queue->rows, queue->count + 1,
                                   sizeof(struct at_queued *));
    memmove(&queue->rows[at + 1], &queue->rows[at],
            (queue->count - at) * sizeof(struct at_queued *));
    queue->rows[at] = queued;
    queue->count++;
}

static void
cut_out(struct at_queue *queue, const struct at_queued *queued)
{
    size_t at = place_for(queue, &queued->wish);
    at_assert(at < queue->count && queue->rows[at] == queued);
    queue->count--;
    memmove(&queue->rows[at], &queue->rows[at + 1],
            (queue->count - at) * sizeof(struct at_queued *));
}

struct at_queued *
at_queue_add(struct at_queue *queue, const struct at_run_record *record,
             int64_t queued_ms)
{
    struct at_queued *queued = at_alloc(sizeof(*queued));
    at_str_cut(queued->id, sizeof(queued->id), at_str(record->id));
    queued->seen = true;
    for (size_t i = 0; i < record->needs.count; i++)
        at_argv_add(&queued->needs, record->needs.words[i]);
    queued->wish = (struct at_choice_run){
        .id = queued->id,
        .queued_ms = queued_ms,
        .not_before_ms = record->not_before_ms,
        .priority = record->priority,
        .platform = at_strdup(record->scenario.platform),
        .device = at_strdup(record->scenario.device),
        .needs = &queued->needs,
    };
    insert(queue, queued);
    return queued;
}

struct at_queued *
at_queue_find(const struct at_queue *queue, const char *id)
{
    for (size_t i = 0; i < queue->count; i++) {
        if (strcmp(queue->rows[i]->id, id) == 0)
            return queue->rows[i];
    }
    return NULL;
}

void
at_queue_remove(struct at_queue *queue, struct at_queued *queued)
{
    cut_out(queue, queued);
    free_queued(queued);
}

static bool
may_be_same(const char *one, const char *two)
{
    return !one[0] || !two[0] || strcmp(one, two) == 0;
}

static bool
competes(const struct at_choice_run *one, const struct at_choice_run *two)
{
    return may_be_same(one->platform, two->platform) &&
           may_be_same(one->device, two->device);
}

size_t
at_queue_place(const struct at_queue *queue, const struct at_queued *queued)
{
    size_t place = 1;
    if (queued->taken)
        return 0;
    for (size_t i = 0; queue->rows[i] != queued; i++)
        place += !queue->rows[i]->taken &&
                 competes(&queued->wish, &queue->rows[i]->wish);
    return place;
}

void
at_queue_forget_seen(struct at_queue *queue)
{
    for (size_t i = 0; i < queue->count; i++)
        queue->rows[i]->seen = false;
}

void
at_queue_sweep(struct at_queue *queue)
{
    size_t kept = 0;
    for (size_t i = 0; i < queue->count; i++) {
        struct at_queued *queued = queue->rows[i];
        bool stays = queued->seen || queued->taken || !queued->told;
        if (stays)
            queue->rows[kept++] = queued;
        else
            free_queued(queued);
    }
    queue->count = kept;
}
