// queue.c: queued runs in the order of choice, and by id
#include "tester/runs/queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { BUCKETS_MIN = 64 };

bool
at_queued_waits(const struct at_queued *queued, int64_t now_ms)
{
    return !queued->taken && !queued->refused && !queued->is_suite_stopping &&
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
    free(queue->buckets);
    *queue = (struct at_queue){.rows = NULL};
}

// FNV-1a.
static struct at_queued **
bucket_of(const struct at_queue *queue, const char *id)
{
    uint32_t hash = 2166136261U;
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619U;
    return &queue->buckets[hash & (queue->bucket_count - 1)];
}

static void
put_in_bucket(struct at_queue *queue, struct at_queued *queued)
{
    struct at_queued **bucket = bucket_of(queue, queued->id);
    queued->next = *bucket;
    *bucket = queued;
}

static void
take_from_bucket(struct at_queue *queue, const struct at_queued *queued)
{
    struct at_queued **link = bucket_of(queue, queued->id);
    while (*link != queued)
        link = &(*link)->next;
    *link = queued->next;
}

static void
grow_buckets(struct at_queue *queue)
{
    if (queue->count < queue->bucket_count)
        return;
    queue->bucket_count =
        queue->bucket_count > 0 ? 2 * queue->bucket_count : BUCKETS_MIN;
    free(queue->buckets);
    queue->buckets = at_alloc(queue->bucket_count * sizeof(*queue->buckets));
    for (size_t i = 0; i < queue->count; i++)
        put_in_bucket(queue, queue->rows[i]);
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
    grow_buckets(queue);
    queue->rows = at_realloc_array(queue->rows, queue->count + 1,
                                   sizeof(struct at_queued *));
    memmove(&queue->rows[at + 1], &queue->rows[at],
            (queue->count - at) * sizeof(struct at_queued *));
    queue->rows[at] = queued;
    queue->count++;
    put_in_bucket(queue, queued);
    queue->is_placed = false;
}

static void
cut_out(struct at_queue *queue, const struct at_queued *queued)
{
    size_t at = place_for(queue, &queued->wish);
    at_assert(at < queue->count && queue->rows[at] == queued);
    queue->count--;
    memmove(&queue->rows[at], &queue->rows[at + 1],
            (queue->count - at) * sizeof(struct at_queued *));
    take_from_bucket(queue, queued);
    queue->is_placed = false;
}

static bool
is_stopped_suite(const struct at_queue *queue, const char *suite_run)
{
    for (size_t i = 0; i < AT_LEN(queue->stopped_suites); i++) {
        if (suite_run[0] && strcmp(queue->stopped_suites[i], suite_run) == 0)
            return true;
    }
    return false;
}

void
at_queue_stop_suite(struct at_queue *queue, const char *suite_run)
{
    size_t at = queue->stopped_suite_count % AT_LEN(queue->stopped_suites);
    if (is_stopped_suite(queue, suite_run))
        return;
    at_str_cut(queue->stopped_suites[at], sizeof(queue->stopped_suites[at]),
               at_str(suite_run));
    queue->stopped_suite_count++;
    for (size_t i = 0; i < queue->count; i++) {
        struct at_queued *queued = queue->rows[i];
        queued->is_suite_stopping |= strcmp(queued->suite_run, suite_run) == 0;
    }
}

struct at_queued *
at_queue_add(struct at_queue *queue, const struct at_run_record *record,
             int64_t queued_ms)
{
    struct at_queued *queued = at_alloc(sizeof(*queued));
    at_str_cut(queued->id, sizeof(queued->id), at_str(record->id));
    queued->seen = true;
    at_str_cut(queued->suite_run, sizeof(queued->suite_run),
               at_str(record->suite_run));
    queued->is_suite_stopping = is_stopped_suite(queue, queued->suite_run);
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
    if (queue->count == 0)
        return NULL;
    struct at_queued *queued = *bucket_of(queue, id);
    while (queued && strcmp(queued->id, id) != 0)
        queued = queued->next;
    return queued;
}

void
at_queue_remove(struct at_queue *queue, struct at_queued *queued)
{
    cut_out(queue, queued);
    free_queued(queued);
}

void
at_queue_set_taken(struct at_queue *queue, struct at_queued *queued, bool taken)
{
    queued->taken = taken;
    queue->is_placed = false;
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

static bool
wants_same(const struct at_choice_run *one, const struct at_choice_run *two)
{
    return strcmp(one->platform, two->platform) == 0 &&
           strcmp(one->device, two->device) == 0;
}

// Runs before a row, counted by what they want: few want different things.
struct crowd {
    const struct at_choice_run *wish; // of the first one
    size_t count;
};

struct crowds {
    struct crowd *items; // owned
    size_t count;
};

static void
join_crowd(struct crowds *crowds, const struct at_choice_run *wish)
{
    size_t i = 0;
    while (i < crowds->count && !wants_same(crowds->items[i].wish, wish))
        i++;
    if (i == crowds->count) {
        crowds->items = at_realloc_array(crowds->items, ++crowds->count,
                                         sizeof(*crowds->items));
        crowds->items[i] = (struct crowd){wish, 0};
    }
    crowds->items[i].count++;
}

static size_t
count_before(const struct crowds *crowds, const struct at_choice_run *wish)
{
    size_t count = 0;
    for (size_t i = 0; i < crowds->count; i++)
        count +=
            competes(wish, crowds->items[i].wish) ? crowds->items[i].count : 0;
    return count;
}

static void
find_places(struct at_queue *queue)
{
    struct crowds crowds = {NULL, 0};
    for (size_t i = 0; i < queue->count; i++) {
        struct at_queued *queued = queue->rows[i];
        queued->place =
            queued->taken ? 0 : 1 + count_before(&crowds, &queued->wish);
        if (!queued->taken)
            join_crowd(&crowds, &queued->wish);
    }
    free(crowds.items);
    queue->is_placed = true;
}

size_t
at_queue_place(struct at_queue *queue, const struct at_queued *queued)
{
    if (!queue->is_placed)
        find_places(queue);
    return queued->place;
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
        if (stays) {
            queue->rows[kept++] = queued;
        } else {
            take_from_bucket(queue, queued);
            free_queued(queued);
        }
    }
    queue->is_placed = queue->is_placed && kept == queue->count;
    queue->count = kept;
}
