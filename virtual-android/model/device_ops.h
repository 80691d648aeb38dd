// device_ops.h: commands for the screen, the apps and the log
//
// Every function takes the device's lock.
#ifndef VIRTUAL_ANDROID_MODEL_DEVICE_OPS_H
#define VIRTUAL_ANDROID_MODEL_DEVICE_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vd_device;

// Return since when the screen is unchanged; -1 if something always animates.
int64_t vd_device_quiet_ms(struct vd_device *device);

struct vd_front {       // the window in front, as dumpsys names it
    char package[256];  // package of the window
    char activity[256]; // full class name, or the window's title
    char app[256];      // owner of the resumed activity
    char app_activity[256];
    unsigned window_id;
    bool is_activity; // false: a dialog of the system
    bool keyboard;
    bool keyboard_asked; // it shows or is opening
    bool screen_on;
    bool keyguard;    // it shows
    bool secure_lock; // it asks for a PIN
    bool secure;      // screenshots are not allowed
    char field_package[256];
    char toast[512]; // "": no toast shows
    char toast_package[256];
};

void vd_device_front(struct vd_device *device, struct vd_front *out);

// Start an app. activity NULL: its launcher. Return false if the app or
// activity does not exist. *out_warm: it was already running.
bool vd_device_launch(struct vd_device *device, const char *package,
                      const char *activity, bool *out_warm);
// Open a link that starts like one of an app's "links": of the app in package,
// or the first one's if that is empty. Return false if there is none.
bool vd_device_open_link(struct vd_device *device, const char *uri,
                         char *package, size_t cap);
// Set a variable of the app in front and update the screen. Return false if no
// installed app is in front.
bool vd_device_set_variable(struct vd_device *device, const char *name,
                            const char *value);
void vd_device_home(struct vd_device *device);
// Show the keyguard over everything, or dismiss it (power.h). kind: "swipe",
// "pin"; it comes again whenever the screen goes off. "": not any more.
void vd_device_lock_screen(struct vd_device *device, const char *kind);
void vd_device_unlock_screen(struct vd_device *device);
bool vd_device_stop(struct vd_device *device, const char *package);
bool vd_device_clear(struct vd_device *device, const char *package);
bool vd_device_grant(struct vd_device *device, const char *package,
                     const char *permission, bool granted);
// Add a line of the shell's, as `log` does.
void vd_device_log(struct vd_device *device, char priority, const char *tag,
                   const char *text);

// Recordings of the screen, which all have the number of the shell's process.
enum { VD_RECORDING_PID = 4242 };
uint64_t vd_device_begin_recording(struct vd_device *device); // a ticket
bool vd_device_is_recording(struct vd_device *device, uint64_t ticket);
bool vd_device_is_recording_killed(struct vd_device *device, uint64_t ticket);
void vd_device_end_recording(struct vd_device *device);
// Return false if none is running.
bool vd_device_stop_recordings(struct vd_device *device, bool kill);
int vd_device_recordings(struct vd_device *device);

struct vd_logline;
// Call each for the log's lines from number on. Returns the next number.
uint64_t vd_device_each_log(struct vd_device *device, uint64_t number,
                            void (*each)(void *arg,
                                         const struct vd_logline *line),
                            void *arg);
void vd_device_clear_log(struct vd_device *device);

#endif
