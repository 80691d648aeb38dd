// process.h: what runs on every device
#ifndef VIRTUAL_ANDROID_COMMANDS_PROCESS_H
#define VIRTUAL_ANDROID_COMMANDS_PROCESS_H

struct va_process {
    int pid;
    int parent;
    const char *user;
    const char *name;
};

extern const struct va_process va_system_processes[]; // up to one without name

#endif
