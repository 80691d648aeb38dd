// facts.h: data about a device and its apps, other than the screen
#ifndef AT_DEVICE_FACTS_H
#define AT_DEVICE_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

struct at_device_info {
    int32_t width_px;
    int32_t height_px;
    int32_t density_dpi;
    int32_t api_level;
    bool emulator;
    char serial[128];
    char model[128];
    char manufacturer[128];
    char release[64]; // "14"
    char abi[64];
    char locale[32]; // "en-US"; "" if unknown
};

// The framework that draws an app's screens.
struct at_framework {
    char primary[32];  // "react_native", "flutter", "compose", "native"
    char signals[400]; // the evidence
};

// A crashed process of an app, from the device's log.
struct at_crash {
    bool found; // false: no crash; the other members are unset
    bool anr;
    char process[128];
    char exception[256]; // class name, or the ANR's reason
    char message[512];
    char frames[5][200]; // the app's first own frames, terminated by ""
};

struct at_log_query {
    struct at_str package; // empty: the whole device
    struct at_str text;    // substring filter, "" for none
    char level;            // minimum of V D I W E F; 0: all
    struct at_str since;   // a mark of the log: only later lines; "" for all
    size_t max_lines;
    size_t max_bytes; // 0: AT_LOG_TEXT_MAX_BYTES
};

struct at_log_result {
    struct at_buf text; // owned by the caller: the latest lines, oldest first
    size_t lines;       // in text
    size_t omitted;     // earlier matching lines that were dropped
    // Lines of the app may be missing, apart from those omitted: no process of
    // it is known, or the log is longer than what was read.
    bool partial;
    char note[256]; // reason for an empty or cut text, or ""
};

// Called for each line of a followed log, without its line end.
struct at_log_sink {
    bool (*line)(void *user, struct at_str line); // false: stop
    void *user;
};

struct at_db_query {
    const char *package;
    // A file name, or a path relative to the app's folder; NULL: list the
    // databases.
    struct at_str database;
    struct at_str sql; // NULL: list the tables
};

struct at_db_result {
    struct at_buf rows; // owned by the caller: lines, with '|' between columns
    size_t row_count;
    size_t omitted_rows; // dropped because of the size limit
    const char *engine;  // literal: "device" or "host"; NULL: did not run
};

// A permission by its full name.
struct at_permission {
    const char *name; // borrowed
    bool granted;
};

struct at_permissions {
    const struct at_permission *rows; // borrowed
    size_t count;
};

// A value that an app's launch intent carries.
enum at_extra_type {
    AT_EXTRA_TEXT,
    AT_EXTRA_BOOL, // "true" or "false"
    AT_EXTRA_INT,
    AT_EXTRA_LONG,
    AT_EXTRA_DOUBLE,
};

struct at_extra {
    enum at_extra_type type;
    const char *name; // borrowed, as the value
    const char *value;
};

struct at_extras {
    const struct at_extra *rows; // borrowed
    size_t count;
};

enum at_switch { AT_SWITCH_DARK_MODE, AT_SWITCH_AIRPLANE_MODE };

struct at_rotation {
    bool automatic; // follow the device's sensor
    int quarter;    // quarter turns from the natural orientation, 0 to 3
};

struct at_network {
    struct at_str preset; // empty: unset; validated by the caller's table
    struct at_str speed;
    struct at_str delay;
    int wifi;     // -1 unset, 0 off, 1 on
    int airplane; // as wifi
    // WiFi and mobile data on and, on an emulator, at full speed without delay,
    // whatever was set before. Nothing else counts then.
    bool online;
};

// One of several ways to reach a device.
struct at_backend_state {
    const char *name; // literal: "resident", "helper", "grpc", "adb"
    bool helper;      // our program on the device
    bool up;
    char reason[320]; // why it is not up; "" if it was not needed yet
};
enum { AT_DEVICE_BACKENDS_MAX = 4 };

// Descriptions of requests that failed with one backend and succeeded with
// another.
enum { AT_FALLBACKS_KEPT = 8, AT_FALLBACK_TEXT_MAX = 320 };
struct at_fallbacks {
    size_t count; // total since the device was opened; only the latest are kept
    char text[AT_FALLBACKS_KEPT]
             [AT_FALLBACK_TEXT_MAX]; // entry i is at i % KEPT
};

// Called after each operation.
struct at_device_watch {
    void (*did)(void *user, const char *operation, int64_t took_ns, bool ok);
    void *user;
};

// Limits of a picture for a model or a client.
struct at_picture_limits {
    size_t max_side_px; // limit of the longer side
    size_t max_bytes;
};

#endif
