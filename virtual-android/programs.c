#include "virtual-android/programs.h"

#include <stddef.h>

#include "virtual-android/commands/commands.h"
#include "virtual-android/coreutils/coreutils.h"

const struct vd_command *const vd_programs[] = {
    vd_android_commands,
    vd_shell_commands,
    NULL,
};
