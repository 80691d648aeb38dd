#include "device/android/adb/place.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/compiler.h"
#include "base/limits.h"
#include "base/shell_quote.h"
#include "device/android/adb/client/link.h"
#include "device/android/adb/shell.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/task.h"

enum {
    AGAIN_MS = 2000, // between two sendings of the same place
    SEND_MS = 5000,  // the limit of one of them
};

struct at_place {
    struct at_adb_device adb;
    char *console; // words for the emulator's console; NULL: a real device
    char *command; // line of the device's shell; NULL: an emulator
    struct at_task task;
};

static const char *const providers[] = {"gps", "network"};

// Append words to a line of commands that ends at the first failure.
static void
add_command(struct at_buf *line, const char *const *words)
{
    if (line->len > 0)
        at_buf_add_text(line, " && ");
    at_assert(at_quote_words(line, words, NULL));
}

static void
add_provider_words(struct at_buf *line, const char *what, const char *provider,
                   const char *more, const char *value)
{
    const char *const words[] = {"cmd",    "location", "providers", what,
                                 provider, more,       value,       NULL};
    add_command(line, words);
}

// The providers have to be there before they can be told a place.
static bool
prepare(const struct at_op *op, struct at_android *android, const char *command,
        struct at_err *err)
{
    static const char *const allow[] = {
        "appops", "set", "com.android.shell", "android:mock_location",
        "allow",  NULL};
    struct at_buf line = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES);
    struct at_adb_result result;
    add_command(&line, allow);
    for (size_t i = 0; i < AT_LEN(providers); i++) {
        add_provider_words(&line, "add-test-provider", providers[i], NULL,
                           NULL);
        add_provider_words(&line, "set-test-provider-enabled", providers[i],
                           "true", NULL);
    }
    at_buf_add_fmt(&line, " && %s", command);
    bool ok = at_shell_run(op, android, at_buf_text(&line), &result, err);
    if (ok &&
        (result.exit_status > 0 || at_shell_printed(&result, "Exception") ||
         at_shell_printed(&result, "Can't find service"))) {
        struct at_shell_text said = at_shell_text_of(&result);
        ok = at_fail(err, AT_EDEVICE, "cannot change the location: %s",
                     said.text);
    }
    at_adb_result_deinit(&result);
    at_buf_deinit(&line);
    return ok;
}

static bool
send_place(const struct at_op *op, struct at_place *place, struct at_err *err)
{
    struct at_buf out = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES);
    struct at_adb_result result;
    bool ok;
    if (place->console) {
        ok = at_adb_console(op, place->adb.serial, place->console, &out, err);
    } else {
        ok = at_adb_shell(op, &place->adb, place->command, &result, err);
        at_adb_result_deinit(&result);
    }
    at_buf_deinit(&out);
    return ok;
}

// A device that does not answer is asked again: it may be back.
static void
run(void *user)
{
    struct at_place *place = user;
    const struct at_op op = {AT_NEVER_NS, place->task.stop};
    while (at_op_wait_until(&op, at_now_ns() + AGAIN_MS * AT_NS_PER_MS, NULL)) {
        const struct at_op once = at_op_sub(&op, at_now_ns(), SEND_MS);
        (void)!send_place(&once, place, NULL);
    }
}

static void
place_free(struct at_place *place)
{
    if (!place)
        return;
    at_task_deinit(&place->task);
    free(place->console);
    free(place->command);
    free(place);
}

void
at_place_drop(struct at_android *android)
{
    place_free(android->place);
    android->place = NULL;
}

static char *
command_of(double latitude, double longitude)
{
    struct at_buf line = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES);
    char where[96];
    snprintf(where, sizeof(where), "%.7f,%.7f", latitude, longitude);
    for (size_t i = 0; i < AT_LEN(providers); i++)
        add_provider_words(&line, "set-test-provider-location", providers[i],
                           "--location", where);
    char *command = at_strdup(at_buf_text(&line));
    at_buf_deinit(&line);
    return command;
}

bool
at_commands_locate(const struct at_op *op, struct at_device *device,
                   double latitude, double longitude, struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct at_place *place = at_alloc(sizeof(*place));
    bool is_emulator =
        at_str_starts(at_str(device->serial), AT_STR("emulator-"));
    bool is_first = !android->place;
    place->adb = android->adb;
    if (is_emulator)
        place->console = at_strfmt("geo fix %.7f %.7f", longitude, latitude);
    else
        place->command = command_of(latitude, longitude);
    at_place_drop(android);
    bool ok = !is_emulator && is_first
                  ? prepare(op, android, place->command, err)
                  : send_place(op, place, err);
    ok = ok && at_task_start(&place->task, "the location", run, place, err);
    if (ok)
        android->place = place;
    else
        place_free(place);
    return ok;
}
