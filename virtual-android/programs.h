// programs.h: every program that the device's shell finds
#ifndef VIRTUAL_ANDROID_PROGRAMS_H
#define VIRTUAL_ANDROID_PROGRAMS_H

struct vd_command;

extern const struct vd_command *const vd_programs[]; // programs for struct
                                                     // vd_io

#endif
