// android_priv.h: an open Android device; private to device/android
#ifndef AT_DEVICE_ANDROID_ANDROID_PRIV_H
#define AT_DEVICE_ANDROID_ANDROID_PRIV_H

#include "device/android/adb/client/adb.h"
#include "device/android/backends/awake.h"
#include "device/android/backends/router.h"
#include "device/device.h"
#include "device/gesture.h"

struct at_lock;
struct at_place;
struct at_recording;
struct at_sync;

// A feature of the device, which is detected when it is first needed.
enum at_has { AT_HAS_UNKNOWN, AT_HAS_NOT, AT_HAS };

enum { AT_ANDROID_EARLIER_PIDS = 4 };

struct at_android {
    struct at_device base; // first
    struct at_router router;
    struct at_awake awake;
    struct at_adb_device adb;
    int32_t width_px; // in the natural orientation; 0: not known
    int32_t height_px;
    bool size_requested;
    struct at_turned screen; // screen of the newest tree; zero before the first
    bool dump_on_sdcard;     // /data/local/tmp cannot be written
    enum at_has dump_windows; // `uiautomator dump --windows` works
    unsigned windows_failed;  // consecutive failures of dump_windows
    char dump_path[80]; // file of a dump that runs or was cut off, else ""
    enum at_has sqlite3;
    enum at_has clipboard;  // `cmd clipboard` works
    enum at_has keyboard;   // ADBKeyBoard is the current input method
    bool offline;           // preset "offline" is on
    bool user_known;        // user was asked for
    int user;               // in front, as of the last launch
    char last_package[256]; // the package whose process id was last asked for
    int64_t last_pid;
    int64_t earlier_pids[AT_ANDROID_EARLIER_PIDS]; // before last_pid
    size_t earlier_count;
    struct at_sync *sync; // owned; NULL before sync_set_app
    char app[256];        // package under test; "": the one in front
    char framework[32];   // framework of app; "": unknown
    char followed[256];   // package attached to since sync_set_app; "": none
    struct at_lock *lent; // owned, while UiAutomation is lent
    struct at_recording *recording; // owned; NULL: not recording
    struct at_place *place;         // owned; NULL: the device's own
    int64_t record_file_s;          // limit of one file; 0: three minutes
};

static inline struct at_android *
at_android_of(struct at_device *device)
{
    return (struct at_android *)device;
}

#endif
