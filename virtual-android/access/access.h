// access.h: the listener by which a device has accessibility
#ifndef VIRTUAL_ANDROID_ACCESS_ACCESS_H
#define VIRTUAL_ANDROID_ACCESS_ACCESS_H

struct vd_listener;

extern const struct vd_listener vd_access_listener; // listener for struct
                                                    // vd_device_opts

#endif
