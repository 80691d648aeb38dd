// state.h: the inside of struct vd_device, for model/, access/ and render/ only
//
// Each part belongs to the file of its name, whose header declares it. Callers
// of the functions in these headers have locked the device (lock.h). The public
// headers are device.h, device_input.h, device_ops.h, packages.h and
// properties.h; their functions take the lock.
#ifndef VIRTUAL_ANDROID_MODEL_STATE_H
#define VIRTUAL_ANDROID_MODEL_STATE_H

#include <jansson.h>
#include <pthread.h>

#include "virtual-android/faults.h"
#include "virtual-android/model/active_touch.h"
#include "virtual-android/model/app.h"
#include "virtual-android/model/clock.h"
#include "virtual-android/model/lock.h"
#include "virtual-android/model/log.h"
#include "virtual-android/model/logring.h"
#include "virtual-android/model/screen.h"
#include "virtual-android/model/touch.h"
#include "virtual-android/model/window.h"

struct vd_access;
struct vd_listener;
struct vd_runtime;
struct vd_pages;
struct vd_spawned;
struct vd_timer;

struct vd_hardware { // never changes
    char *serial;    // owned
    int32_t width_px;
    int32_t height_px;
    int32_t density;
    int api_level;
    bool no_sqlite3;
};

struct vd_device {
    pthread_mutex_t lock;               // guards everything below
    struct vd_files *files;             // borrowed, never changes
    struct vd_ports *ports;             // borrowed, never changes
    struct vd_runtime *runtime;         // borrowed, never changes
    struct vd_pages *pages;             // owned, never changes
    const struct vd_listener *listener; // NULL: no accessibility
    struct vd_access *access;           // owned by the listener
    struct vd_hardware hardware;
    struct vd_clock clock;
    int64_t booting_ms; // when it will have started; 0: it has
    uint64_t next_id;
    struct vd_apps apps;
    struct vd_spawned *spawned; // each is its program's, until it is reaped
    struct vd_screen screen;
    struct vd_timer *timers; // owned
    struct vd_active_touch touch;
    struct vd_last_tap last_tap;
    struct vd_logring log;
    json_t *props;      // owned; name -> string
    json_t *settings;   // owned; namespace -> name -> string
    json_t *conditions; // owned; name -> string
    json_t *notes;      // owned; strings, the oldest first
    int64_t faults[VD_FAULT_COUNT];
    int recordings;              // running screen recordings
    uint64_t recordings_stopped; // number of requests to stop them
    uint64_t recordings_killed;  // recordings_stopped of the last time by force
};

#endif
