// adb.h: client of the adb server, in its own protocol
//
// Protocol facts: AOSP packages/modules/adb, docs/dev/{services,sync}.md. No
// process is spawned but `adb start-server`, once, when nobody listens. Each
// call opens its own connection to the server, so calls on one struct at_adb
// may run in parallel threads once at_adb_init_env() has returned.
#ifndef AT_DEVICE_ANDROID_ADB_ADB_H
#define AT_DEVICE_ANDROID_ADB_ADB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_adb {
    char endpoint[512]; // of the server, as at_conn_open() takes it
    bool remote;        // not on this machine: cannot be started from here
    int64_t command_ms; // a command on a device ends by then; 0: op alone rules
};

// Which server: ADB_SERVER_SOCKET (tcp:PORT, tcp:HOST:PORT,
// localfilesystem:PATH), else ANDROID_ADB_SERVER_ADDRESS and
// ANDROID_ADB_SERVER_PORT, else tcp:127.0.0.1:5037; and how long a command may
// take: AGENTEST_COMMAND_TIMEOUT_MS. AT_EUSAGE names a variable that makes no
// sense. Connects to nothing.
AT_CHECKED bool at_adb_init_env(struct at_adb *adb, struct at_err *err);

// The adb program, as `adb start-server` would be run: below ANDROID_HOME and
// the like, else in PATH. Owned by the caller; NULL, with err (AT_ENOTOOL)
// saying where it was looked for, where there is none.
char *at_adb_find_program(struct at_err *err);

// Run attempt until it succeeds, fails for good (*out_again left false) or has
// failed three times, 500 ms and 1 s apart; a wait that op would not outlast
// is not begun. The last attempt's error stands.
typedef bool at_adb_attempt(const struct at_op *op, void *arg, bool *out_again,
                            struct at_err *err);
AT_CHECKED bool at_adb_retry(const struct at_op *op, at_adb_attempt *attempt,
                             void *arg, struct at_err *err);

// One device of the server. Features are asked for once and kept.
struct at_adb_device {
    struct at_adb adb;
    char serial[128];
    bool features_known;
    bool has_shell_v2;
    bool has_cmd; // API 24+: `cmd package install` can stream
};

// Ask the server itself, "host:devices-l" for instance; the answer's text is
// appended to out. Starts the server when none runs. A FAIL of the server is
// AT_ENODEV with its words where they are about selecting a device, AT_EDEVICE
// otherwise. Connection failures are retried (3 attempts, 500 ms doubling,
// contract RETRY) within op; so is a device that is offline, still connecting
// or not found, as one that reconnects is for a second; so is a service that
// the device refuses, which is all the server says of one lost right then.
AT_CHECKED bool at_adb_query(const struct at_op *op, const struct at_adb *adb,
                             const char *request, struct at_buf *out,
                             struct at_err *err);

// What a device's shell command gave. Owned by the caller (deinit).
struct at_adb_result {
    struct at_buf out;
    struct at_buf err; // empty where the device lacks shell v2
    int exit_status;   // -1 where the device lacks shell v2
    int64_t opened_ns; // when the device took the command
};

void at_adb_result_init(struct at_adb_result *result, size_t max_bytes);
void at_adb_result_deinit(struct at_adb_result *result);

// Run a command line in the device's shell (words quoted with
// device/android/adb/quote.h) and wait for its end; its input is empty (where
// the device lacks shell v2 it stays open: a command that reads it waits). A
// cancelled call closes the connection, which ends the command. A non-zero exit
// status is no failure here; a connection that ends before the exit packet (or,
// without shell v2, before a last word that is added) is AT_ENODEV, more output
// than max_bytes AT_ELIMIT, one that takes longer than adb.command_ms
// AT_ETIMEOUT.
AT_CHECKED bool at_adb_shell(const struct at_op *op,
                             struct at_adb_device *device, const char *command,
                             struct at_adb_result *result, struct at_err *err);

// Told of a command's output as it comes, in pieces that are cut anywhere.
// false: enough.
struct at_adb_listener {
    bool (*printed)(void *user, bool is_err, struct at_str piece);
    void *user;
};

// Run a command whose output is handed over as it comes, until the command
// ends, op ends, or the listener has enough: that closes the connection, which
// ends the command, and is no failure. adb.command_ms does not count.
// *out_exit_status is -1 where there is none: the listener had enough, or the
// device lacks shell v2.
AT_CHECKED bool at_adb_shell_stream(const struct at_op *op,
                                    struct at_adb_device *device,
                                    const char *command,
                                    const struct at_adb_listener *listener,
                                    int *out_exit_status, struct at_err *err);

// The same as at_adb_shell() over exec: binary clean, no exit status; input
// (may be empty) is sent first and then the writing side stays open.
AT_CHECKED bool at_adb_exec(const struct at_op *op,
                            struct at_adb_device *device, const char *command,
                            struct at_str input, struct at_buf *out,
                            struct at_err *err);

struct at_conn;

// Open a service of the device ("tcp:8765") as a stream, once: nothing is
// retried. AT_EDEVICE: the device refuses it, as where nobody listens. The
// caller owns *out_conn (at_conn_free); NULL on failure.
AT_CHECKED bool at_adb_open(const struct at_op *op,
                            const struct at_adb_device *device,
                            const char *service, struct at_conn **out_conn,
                            struct at_err *err);

// Sync. pull appends the file to out (bounded by out->max, AT_ELIMIT past it);
// a failure leaves out as it was. A missing file, a folder or what the device
// refuses is AT_EDEVICE with its words.
AT_CHECKED bool at_adb_pull(const struct at_op *op,
                            struct at_adb_device *device, const char *path,
                            struct at_buf *out, struct at_err *err);
AT_CHECKED bool at_adb_push(const struct at_op *op,
                            struct at_adb_device *device, struct at_str content,
                            const char *path, unsigned mode,
                            struct at_err *err);

// Stream a local APK into `cmd package install` with the given words (up to
// NULL; "-r", "-t"), or push it and `pm install` it on devices without `cmd`.
// The device's "Failure [CODE: text]" is AT_EDEVICE with what helps.
AT_CHECKED bool at_adb_install(const struct at_op *op,
                               struct at_adb_device *device,
                               const char *apk_path, const char *const *options,
                               struct at_err *err);

// Send words to the emulator's console (port from the serial emulator-PORT,
// token from ~/.emulator_console_auth_token), "network speed gsm" for
// instance. AT_EUNSUPPORTED for a serial that is no emulator's; a KO of the
// console is AT_EDEVICE with its words.
AT_CHECKED bool at_adb_console(const struct at_op *op, const char *serial,
                               const char *words, struct at_buf *out,
                               struct at_err *err);

#endif
