// facts.h: values about a device and its apps, besides the screen
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
    char locale[32]; // "en-US"; "": not known
};

// The framework that draws an app's screens.
struct at_framework {
    char primary[32];  // "react_native", "flutter", "compose", "native"
    char signals[400]; // the evidence
};

// One process of an app that died, from the device's log.
struct at_crash {
    bool found; // false: no crash, and nothing below is set
    bool anr;
    char process[128];
    char exception[256]; // class name, or the ANR's reason
    char message[512];
    char frames[5][200]; // the app's own first frames, "" at the end
};

struct at_log_query {
    struct at_str package; // empty: the whole device
    struct at_str text;    // substring filter, empty: none
    char level;            // V D I W E F: this and above; 0: all
    size_t max_lines;
    size_t max_bytes; // 0: AT_LOG_TEXT_MAX_BYTES
};

struct at_log_result {
    struct at_buf text; // owned by the caller: the newest lines, oldest first
    size_t lines;       // in text
    size_t omitted;     // matching lines before them that were left out
    char note[256];     // why the text is empty or cut; "" otherwise
};

// Is called for each line of a followed log, without its line end.
struct at_log_sink {
    bool (*line)(void *user, struct at_str line); // false: enough
    void *user;
};

struct at_db_query {
    const char *package;
    // A file name, or a path below the app's folder; NULL: the rows are these.
    struct at_str database;
    struct at_str sql; // NULL: the rows are the names of its tables
};

struct at_db_result {
    struct at_buf rows; // owned by the caller: '|' between columns, '\n' ends
    size_t row_count;
    size_t omitted_rows; // beyond the size bound
    const char *engine;  // "device" or "host": who ran the query (a literal);
                         // NULL: none ran
};

// How the screen turns.
struct at_rotation {
    bool automatic; // with the device, as its sensor says
    int quarter;    // turns from the natural orientation, 0 to 3
};

struct at_network {
    struct at_str preset; // empty: not given; validated by the caller's table
    struct at_str speed;
    struct at_str delay;
    int wifi;     // -1 not given, 0 off, 1 on
    int airplane; // as wifi
};

// One way to reach a device that has several.
struct at_backend_state {
    const char *name; // "resident", "helper", "grpc", "adb": a literal
    bool helper;      // it is our program on the device
    bool up;
    char reason[320]; // why it is not up; "" if it was not needed yet
};
enum { AT_DEVICE_BACKENDS_MAX = 4 };

// Requests that a backend failed and another carried out, in words.
enum { AT_FALLBACKS_KEPT = 8, AT_FALLBACK_TEXT_MAX = 320 };
struct at_fallbacks {
    size_t count; // since the device was opened; the latest are kept
    char text[AT_FALLBACKS_KEPT][AT_FALLBACK_TEXT_MAX]; // at number % KEPT
};

// Is called after each operation.
struct at_device_watch {
    void (*did)(void *user, const char *operation, int64_t took_ns, bool ok);
    void *user;
};

// Of a picture for a model or a client.
struct at_picture_limits {
    size_t max_side_px; // its longer side
    size_t max_bytes;
};

#endif
