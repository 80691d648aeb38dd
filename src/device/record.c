// record.c: recordings of the screen
#include "device/record.h"

#include "base/alloc.h"

void
at_recorded_deinit(struct at_recorded *recorded)
{
    at_argv_deinit(&recorded->names);
}

void
at_recorded_add(struct at_recorded *recorded, const char *name,
                int64_t began_ms)
{
    at_assert(recorded->names.count < AT_VIDEO_FILES_MAX);
    recorded->began_ms[recorded->names.count] = began_ms;
    at_argv_add(&recorded->names, name);
}
