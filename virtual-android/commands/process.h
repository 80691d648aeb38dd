// process.h: the processes that every device has
#ifndef VIRTUAL_ANDROID_COMMANDS_PROCESS_H
#define VIRTUAL_ANDROID_COMMANDS_PROCESS_H

struct vd_process {
    int pid;
    int parent;
    const char *user;
    const char *name;
};

extern const struct vd_process vd_system_processes[]; // up to one without name

#endif
