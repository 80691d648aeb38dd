// platform.c: the device list that platforms fill
#include "device/platform.h"

#include <stdlib.h>

#include "base/alloc.h"

void
at_device_list_deinit(struct at_device_list *list)
{
    free(list->entries);
    *list = (struct at_device_list){0};
}

struct at_device_entry *
at_device_list_add(struct at_device_list *list)
{
    list->entries = at_realloc_array(list->entries, list->count + 1,
                                     sizeof(*list->entries));
    struct at_device_entry *entry = &list->entries[list->count++];
    *entry = (struct at_device_entry){0};
    return entry;
}
