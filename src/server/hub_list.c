// hub_list.c: a ring of events that forgets the oldest
#include "base/alloc.h"
#include "server/hub_priv.h"

void
at_hub_list_init(struct at_hub_list *list, size_t max, size_t bytes_max)
{
    *list = (struct at_hub_list){.max = max, .bytes_max = bytes_max};
    list->events = at_realloc_array(NULL, max, sizeof(*list->events));
}

struct at_hub_event *
at_hub_list_at(const struct at_hub_list *list, int64_t place)
{
    at_assert(place >= list->first && place < list->next);
    return &list->events[(size_t)place % list->max];
}

static void
forget_first(struct at_hub_list *list)
{
    struct at_hub_event *event = at_hub_list_at(list, list->first);
    list->bytes -= event->data.len;
    at_buf_deinit(&event->data);
    list->first++;
}

void
at_hub_list_deinit(struct at_hub_list *list)
{
    while (list->first < list->next)
        forget_first(list);
    free(list->events);
    list->events = NULL;
}

void
at_hub_list_add(struct at_hub_list *list, struct at_hub_event *event)
{
    while (list->first < list->next &&
           ((size_t)(list->next - list->first) == list->max ||
            list->bytes + event->data.len > list->bytes_max))
        forget_first(list);
    list->events[(size_t)list->next % list->max] = *event;
    list->bytes += event->data.len;
    list->next++;
    *event = (struct at_hub_event){0};
}
