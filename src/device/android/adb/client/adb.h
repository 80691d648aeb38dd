// adb.h: client of the adb server
//
// Protocol facts: AOSP packages/modules/adb, docs/dev/{services,sync}.md. The
// only process it starts is `adb start-server`, once, if no server listens.
// Each call opens its own connection, so calls on one struct at_adb may run in
// parallel threads after at_adb_init_env().
#ifndef AT_DEVICE_ANDROID_ADB_CLIENT_ADB_H
#define AT_DEVICE_ANDROID_ADB_CLIENT_ADB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_adb {
    char endpoint[512]; // the server, for at_conn_open()
    bool remote;        // not on this machine, so it cannot be started
    int64_t command_ms; // at most, for a command on a device; 0: no limit
};

// Choose the server: ADB_SERVER_SOCKET (tcp:PORT, tcp:HOST:PORT,
// localfilesystem:PATH), else ANDROID_ADB_SERVER_ADDRESS and
// ANDROID_ADB_SERVER_PORT, else tcp:127.0.0.1:5037; and the time limit of a
// command: AGENTEST_COMMAND_TIMEOUT_MS. AT_EUSAGE names a variable that makes
// no sense. Does not connect.
AT_CHECKED bool at_adb_init_env(struct at_adb *adb, struct at_err *err);

// Find the adb program: below ANDROID_HOME and the like, else in PATH. The
// caller owns it; NULL, with AT_ENOTOOL and the places searched, if it is
// missing.
char *at_adb_find_program(struct at_err *err);

// Run attempt until it succeeds, fails without setting *out_again, or has
// failed three times, 500 ms and 1 s apart; a wait that would outlast op is not
// begun. The error is that of the last attempt.
typedef bool at_adb_attempt(const struct at_op *op, void *arg, bool *out_again,
                            struct at_err *err);
AT_CHECKED bool at_adb_retry(const struct at_op *op, at_adb_attempt *attempt,
                             void *arg, struct at_err *err);

// One device of the server. Its features are requested once.
struct at_adb_device {
    struct at_adb adb;
    char serial[128];
    bool features_known;
    bool has_shell_v2;
    bool has_cmd; // API 24+: `cmd package install` can stream
};

// Ask the server itself, for instance "host:devices-l", and append its answer
// to out. Starts the server if none runs. A FAIL of the server is AT_ENODEV
// with its message if that is about selecting a device, else AT_EDEVICE. Within
// op three attempts are made, 500 ms and 1 s apart (contract RETRY), after
// connection failures; for a device that is offline, still connecting or not
// found, because one that reconnects is so for a second; and for a service that
// the device refuses, because the server reports a device lost at that moment
// in this way.
AT_CHECKED bool at_adb_query(const struct at_op *op, const struct at_adb *adb,
                             const char *request, struct at_buf *out,
                             struct at_err *err);

// Let the server connect to an emulator whose adbd listens on this machine, as
// an emulator does when it starts. The server gives no answer to it.
AT_CHECKED bool at_adb_announce(const struct at_op *op,
                                const struct at_adb *adb, uint16_t adb_port,
                                struct at_err *err);

// The result of a device's shell command. Owned by the caller (deinit).
struct at_adb_result {
    struct at_buf out;
    struct at_buf err; // empty if the device has no shell v2
    int exit_status;   // -1 if the device has no shell v2
    int64_t opened_ns; // when the device accepted the command
};

void at_adb_result_init(struct at_adb_result *result, size_t max_bytes);
void at_adb_result_deinit(struct at_adb_result *result);

// Run a command line in the device's shell (words quoted with
// base/shell_quote.h) and wait for its end. Its input is empty; without shell
// v2 the input stays open, and a command that reads it waits. A cancelled call
// closes the connection, which ends the command. A non-zero exit status is not
// a failure here. A connection that ends before the exit packet (without shell
// v2: before a mark printed last) is AT_ENODEV, more output than max_bytes
// AT_ELIMIT, a command that takes longer than adb.command_ms AT_ETIMEOUT.
AT_CHECKED bool at_adb_shell(const struct at_op *op,
                             struct at_adb_device *device, const char *command,
                             struct at_adb_result *result, struct at_err *err);

// Is called with pieces of a command's output, cut anywhere. false: enough.
struct at_adb_listener {
    bool (*printed)(void *user, bool is_err, struct at_str piece);
    void *user;
};

// Run a command and pass on its output until the command ends, op ends, or the
// listener has enough: that closes the connection, which ends the command, and
// is not a failure. adb.command_ms does not apply. *out_exit_status is -1 if
// there is none: the listener had enough, or the device has no shell v2.
AT_CHECKED bool at_adb_shell_stream(const struct at_op *op,
                                    struct at_adb_device *device,
                                    const char *command,
                                    const struct at_adb_listener *listener,
                                    int *out_exit_status, struct at_err *err);

enum { AT_ADB_FED_MAX_BYTES = 4096 };
struct at_adb_fed {
    const char *command;
    struct at_str input; // at most AT_ADB_FED_MAX_BYTES; never logged
};

// Like at_adb_shell_stream(), but the command reads input, which then stays
// open: a command that ends with its input lives as long as the call. Without
// shell v2 the command runs over exec: (no terminal), and what it prints as an
// error is part of its output.
AT_CHECKED bool at_adb_shell_fed(const struct at_op *op,
                                 struct at_adb_device *device,
                                 const struct at_adb_fed *fed,
                                 const struct at_adb_listener *listener,
                                 int *out_exit_status, struct at_err *err);

// Like at_adb_shell() over exec: binary clean, no exit status; input (may be
// empty) is sent first, and then the writing side stays open.
AT_CHECKED bool at_adb_exec(const struct at_op *op,
                            struct at_adb_device *device, const char *command,
                            struct at_str input, struct at_buf *out,
                            struct at_err *err);

// Takes a file's content piece by piece; false, with err, ends the transfer.
struct at_adb_sink {
    bool (*take)(void *user, struct at_str piece, struct at_err *err);
    void *user;
};

// Read a file of the device through its sync service. AT_EDEVICE with the
// device's message if it cannot be read.
AT_CHECKED bool at_adb_pull(const struct at_op *op,
                            struct at_adb_device *device, const char *path,
                            const struct at_adb_sink *sink, struct at_err *err);

// Write a file of the device through its sync service. A refusal of the device
// is AT_EDEVICE with its message; a part of the file may be there then.
AT_CHECKED bool at_adb_put(const struct at_op *op, struct at_adb_device *device,
                           struct at_str content, const char *path,
                           unsigned mode, struct at_err *err);

struct at_conn;

// Open a service of the device ("tcp:8765") as a stream, without retrying.
// AT_EDEVICE: the device refuses it, for instance because no program listens.
// The caller owns *out_conn (at_conn_free); NULL on failure.
AT_CHECKED bool at_adb_open(const struct at_op *op,
                            const struct at_adb_device *device,
                            const char *service, struct at_conn **out_conn,
                            struct at_err *err);

// Stream a local APK into `cmd package install` with the given words (up to
// NULL; "-r", "-t"), or push it and `pm install` it on devices without `cmd`.
// The device's "Failure [CODE: text]" is AT_EDEVICE with a remedy.
AT_CHECKED bool at_adb_install(const struct at_op *op,
                               struct at_adb_device *device,
                               const char *apk_path, const char *const *options,
                               struct at_err *err);

// Send words to the emulator's console (port from the serial emulator-PORT,
// token from ~/.emulator_console_auth_token), for instance "network speed gsm".
// AT_EUNSUPPORTED for a serial that is not an emulator's; a KO of the console
// is AT_EDEVICE with its message.
AT_CHECKED bool at_adb_console(const struct at_op *op, const char *serial,
                               const char *words, struct at_buf *out,
                               struct at_err *err);

#endif
