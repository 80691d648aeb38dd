// left_video.c: see left_video.h
#include "tester/runs/left_video.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"

enum { NAME_MAX_BYTES = 64 };

static bool
is_piece(const struct at_folder_entry *entry)
{
    return !entry->is_folder &&
           at_str_starts(at_str(entry->name), AT_STR("chunk-")) &&
           at_str_ends(at_str(entry->name), AT_STR(".mp4"));
}

// The first name that no piece has.
static void
choose_name(const char *folder, char out[NAME_MAX_BYTES])
{
    bool taken = true;
    for (size_t i = 1; taken && i <= 2 * AT_VIDEO_FILES_MAX; i++) {
        snprintf(out, NAME_MAX_BYTES, "video/chunk-%03zu.mp4", i);
        char *path = at_strfmt("%s/%s", folder, out);
        taken = at_file_exists(path);
        free(path);
    }
}

static void
take(const char *folder, const char *name, struct at_recorder *recorder)
{
    char path[NAME_MAX_BYTES];
    choose_name(folder, path);
    char *from = at_strfmt("%s/video/new/%s", folder, name);
    char *to = at_strfmt("%s/%s", folder, path);
    if (rename(from, to) == 0)
        at_recorder_add(recorder,
                        &(struct at_run_event){.kind = AT_RUN_VIDEO,
                                               .time_ms = at_wall_now_ms(),
                                               .video = at_str(path),
                                               .duration_ms = -1});
    free(from);
    free(to);
}

void
at_left_video_take(const char *folder, struct at_recorder *recorder)
{
    char *left = at_strfmt("%s/video/new", folder);
    struct at_folder_list list;
    if (at_folder_list(left, &list, NULL)) {
        for (size_t i = 0; i < list.count; i++)
            if (is_piece(&list.entries[i]))
                take(folder, list.entries[i].name, recorder);
        at_folder_list_deinit(&list);
    }
    (void)!at_folder_remove(left, NULL);
    free(left);
}
