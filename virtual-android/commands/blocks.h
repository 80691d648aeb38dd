// blocks.h: how a helper reports its stages and its end, as `am instrument -r`
#ifndef VIRTUAL_ANDROID_COMMANDS_BLOCKS_H
#define VIRTUAL_ANDROID_COMMANDS_BLOCKS_H

struct vd_call;
struct vd_ended;

// members are "NAME=VALUE" up to NULL.
void vd_put_stage(struct vd_call *call, const char *const *members);
// It was not killed.
void vd_put_end(struct vd_call *call, const struct vd_ended *ended);

#endif
