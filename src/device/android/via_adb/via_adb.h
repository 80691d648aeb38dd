// via_adb.h: the operations of device.h by commands through the adb server
//
// One of the back ends that a struct at_android can use for an operation; it
// needs nothing on the device but what Android has. Each function keeps the
// contract of the operation of its name.
#ifndef AT_DEVICE_ANDROID_VIA_ADB_VIA_ADB_H
#define AT_DEVICE_ANDROID_VIA_ADB_VIA_ADB_H

#include "device/android/adb/adb.h"
#include "device/device.h"
#include "device/gesture.h"

// What a device was found to have; asked for when first needed.
enum at_has { AT_HAS_UNKNOWN, AT_HAS_NOT, AT_HAS };

struct at_android {
    struct at_device base; // first
    struct at_adb_device adb;
    int32_t width_px; // in the natural orientation; 0: not known
    int32_t height_px;
    bool size_asked;
    struct at_turned screen; // as the newest tree has it; zero before the first
    bool dump_on_sdcard;     // /data/local/tmp cannot be written
    char dump_path[80];      // of a dump that runs or was cut off, else ""
    enum at_has sqlite3;
    enum at_has clipboard;  // `cmd clipboard` works
    enum at_has keyboard;   // ADBKeyBoard is the one in use
    bool offline;           // by preset "offline"
    char last_package[256]; // that ran when last asked
    int64_t last_pid;
};

bool at_via_adb_snapshot(const struct at_op *op, struct at_device *device,
                         struct at_snapshot *out, struct at_err *err);
bool at_via_adb_screenshot(const struct at_op *op, struct at_device *device,
                           struct at_buf *out, struct at_err *err);
bool at_via_adb_tap(const struct at_op *op, struct at_device *device,
                    struct at_point at, struct at_err *err);
bool at_via_adb_double_tap(const struct at_op *op, struct at_device *device,
                           struct at_point at, int64_t interval_ms,
                           struct at_err *err);
bool at_via_adb_swipe(const struct at_op *op, struct at_device *device,
                      const struct at_swipe *swipe, struct at_err *err);
// Lift what is down, if anything is, so that no app makes anything of it. at:
// where it went down.
bool at_via_adb_release(const struct at_op *op, struct at_device *device,
                        struct at_point at, bool *out_was_down,
                        struct at_err *err);
bool at_via_adb_key(const struct at_op *op, struct at_device *device,
                    struct at_str key, unsigned repeat, struct at_err *err);
bool at_via_adb_text(const struct at_op *op, struct at_device *device,
                     struct at_str text, struct at_err *err);
bool at_via_adb_types_any(const struct at_op *op, struct at_device *device,
                          bool *out_any, struct at_err *err);
bool at_via_adb_launch(const struct at_op *op, struct at_device *device,
                       const char *package, struct at_err *err);
bool at_via_adb_stop(const struct at_op *op, struct at_device *device,
                     const char *package, struct at_err *err);
bool at_via_adb_pid(const struct at_op *op, struct at_device *device,
                    const char *package, int64_t *out_pid, struct at_err *err);
bool at_via_adb_info(const struct at_op *op, struct at_device *device,
                     struct at_device_info *out, struct at_err *err);
bool at_via_adb_logs(const struct at_op *op, struct at_device *device,
                     const struct at_log_query *query,
                     struct at_log_result *out, struct at_err *err);
bool at_via_adb_follow_logs(const struct at_op *op, struct at_device *device,
                            const struct at_log_query *query,
                            const struct at_log_sink *sink, struct at_err *err);
bool at_via_adb_log_mark(const struct at_op *op, struct at_device *device,
                         char out_mark[64], struct at_err *err);
bool at_via_adb_crash(const struct at_op *op, struct at_device *device,
                      const char *package, const char *mark,
                      struct at_crash *out, struct at_err *err);
bool at_via_adb_prefs(const struct at_op *op, struct at_device *device,
                      const char *package, struct at_str file,
                      struct at_buf *out, struct at_err *err);
bool at_via_adb_query_db(const struct at_op *op, struct at_device *device,
                         const struct at_db_query *query,
                         struct at_db_result *out, struct at_err *err);
bool at_via_adb_network(const struct at_op *op, struct at_device *device,
                        const struct at_network *network,
                        struct at_buf *out_message, struct at_err *err);
bool at_via_adb_install(const struct at_op *op, struct at_device *device,
                        const char *apk_path, struct at_err *err);
bool at_via_adb_uninstall(const struct at_op *op, struct at_device *device,
                          const char *package, struct at_err *err);
bool at_via_adb_clear(const struct at_op *op, struct at_device *device,
                      const char *package, struct at_err *err);
bool at_via_adb_keyboard_shown(const struct at_op *op, struct at_device *device,
                               bool *out_shown, struct at_err *err);

// Remove what a cut-off dump may have left on the device. Best effort, short.
void at_via_adb_clean_up(struct at_android *android);

#endif
