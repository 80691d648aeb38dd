// run.h: shared by the operations: running commands and reading their words
#ifndef AT_DEVICE_ANDROID_VIA_ADB_RUN_H
#define AT_DEVICE_ANDROID_VIA_ADB_RUN_H

#include "device/android/via_adb/via_adb.h"

struct at_android *at_android_of(struct at_device *device);

// A command's words for a message: stderr, else stdout, in one line.
struct at_run_words {
    char text[320];
};
struct at_run_words at_run_words_of(const struct at_adb_result *result);
struct at_run_words at_run_words_of_str(struct at_str text);

// Run a command line; result is set anew (deinit it in any case) and bounded
// by AT_ANDROID_WORDS_MAX_BYTES.
AT_CHECKED bool at_run(const struct at_op *op, struct at_android *android,
                       const char *command, struct at_adb_result *result,
                       struct at_err *err);
// The same with words to be quoted, up to NULL.
AT_CHECKED bool at_run_words(const struct at_op *op, struct at_android *android,
                             const char *const *words,
                             struct at_adb_result *result, struct at_err *err);

// Is needle in the command's output or error output?
bool at_run_says(const struct at_adb_result *result, const char *needle);

// AT_ENOAPP with the nearest names where package is not installed; true where
// it is, or where nobody can tell.
bool at_run_check_installed(const struct at_op *op, struct at_android *android,
                            const char *package, struct at_err *err);

// Run `input …`: judges its words, since its exit status says little. what
// names the action in the message.
AT_CHECKED bool at_run_input(const struct at_op *op, struct at_android *android,
                             const char *command, const char *what,
                             struct at_err *err);

// Was the failing of `run-as` for a reason that concerns the app, not what
// was asked for? Then true, with err set.
bool at_run_as_failed(const struct at_op *op, struct at_android *android,
                      const char *package, struct at_str words,
                      struct at_err *err);

// The names in a folder of the app's data, "a, b" in buf; "" where none.
void at_run_as_list(const struct at_op *op, struct at_android *android,
                    const char *package, const char *folder, char *buf,
                    size_t cap);

// A file name alone: no folder, no "..", no control character. what names it
// in the message.
AT_CHECKED bool at_file_name_check(struct at_str name, const char *what,
                                   struct at_err *err);

#endif
