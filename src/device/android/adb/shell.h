// shell.h: run commands on the device and judge their output
#ifndef AT_DEVICE_ANDROID_ADB_SHELL_H
#define AT_DEVICE_ANDROID_ADB_SHELL_H

#include "device/android/adb/commands.h"
#include "device/android/android_priv.h"

// A command's output for a message: stderr, else stdout, in one line.
struct at_shell_text {
    char text[320];
};
struct at_shell_text at_shell_text_of(const struct at_adb_result *result);
struct at_shell_text at_shell_text_of_str(struct at_str text);

// Run a command line. result is always initialised (deinit it) and limited to
// AT_ANDROID_WORDS_MAX_BYTES.
AT_CHECKED bool at_shell_run(const struct at_op *op, struct at_android *android,
                             const char *command, struct at_adb_result *result,
                             struct at_err *err);
// Like at_shell_run() for words to quote, NULL-terminated.
AT_CHECKED bool at_shell_run_words(const struct at_op *op,
                                   struct at_android *android,
                                   const char *const *words,
                                   struct at_adb_result *result,
                                   struct at_err *err);

// Append words, quoted, up to NULL, for the user in front: "--user N" is added
// where it belongs, unless that is the first user.
AT_CHECKED bool at_shell_quote(const struct at_op *op,
                               struct at_android *android, struct at_buf *out,
                               const char *const *words, struct at_err *err);

// Return true if needle is in the command's output or error output.
bool at_shell_printed(const struct at_adb_result *result, const char *needle);

// Fail with AT_ENOAPP and the nearest names if package is not installed.
// Returns true if it is, or if that is unknown.
bool at_shell_check_installed(const struct at_op *op,
                              struct at_android *android, const char *package,
                              struct at_err *err);

// Run `input …` and judge its output, because its exit status says little. what
// names the action in the message.
AT_CHECKED bool at_shell_run_input(const struct at_op *op,
                                   struct at_android *android,
                                   const char *command, const char *what,
                                   struct at_err *err);

// Run `am start -W …`. -W may never return although the app is up (an app that
// reports no first frame, some vendors' builds): after some seconds the line
// "Starting: Intent" is enough, and the screen shows the result.
AT_CHECKED bool at_shell_run_start(const struct at_op *op,
                                   struct at_android *android,
                                   const char *const *words,
                                   struct at_adb_result *result,
                                   struct at_err *err);

// Return true if `run-as` failed because of the app rather than the request;
// then err is set.
bool at_shell_run_as_failed(const struct at_op *op, struct at_android *android,
                            const char *package, struct at_str words,
                            struct at_err *err);

// Append the names in a folder of the app's data, one per line; none if the
// folder does not exist yet.
AT_CHECKED bool at_shell_run_as_names(const struct at_op *op,
                                      struct at_android *android,
                                      const char *package, const char *folder,
                                      struct at_buf *out, struct at_err *err);

// Return true if name is a plain file name: no folder, no "..", no control
// character.
bool at_file_name_is_good(struct at_str name);

#endif
