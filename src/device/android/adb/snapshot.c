// snapshot.c: the screen's tree by `uiautomator dump`, in one round trip
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "device/android/parse/dump.h"
#include "device/android/parse/info.h"
#include "device/android/parse/packages.h"
#include "device/android/adb/shell.h"
#include "screen/uiautomator.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "adb"

enum {
    CLEAN_UP_MS = 1500,
    HOLDER_MS = 3000,
    WINDOWS_TRIES = 2,
};

// Choose a name that was never used, so an old dump cannot be mistaken for this
// one: a failed dump leaves its file and exits with status 0.
static void
choose_path(struct at_android *android)
{
    snprintf(android->dump_path, sizeof(android->dump_path),
             "%s/agentest-%ld-%" PRIx64 ".xml",
             android->dump_on_sdcard ? "/sdcard" : "/data/local/tmp",
             (long)getpid(), (uint64_t)at_now_ns());
}

// Write the dump to a file, because many builds mix messages into a dump to
// /dev/tty, or cut it. Send the tool's messages to stderr to keep stdout clean.
// The path is the last word, because a tool that does not know the preceding
// word takes that for the path. The first command also asks for the screen's
// size.
static void
write_command(struct at_android *android, struct at_buf *out)
{
    const char *path = android->dump_path;
    choose_path(android);
    at_buf_add_fmt(out,
                   "uiautomator dump %s%s >&2; cat %s 2>/dev/null; rm -f %s",
                   android->dump_windows == AT_HAS_NOT ? "" : "--windows ",
                   path, path, path);
    if (!android->size_requested)
        at_buf_add_text(out, "; wm size >&2");
}

// End the process of a dump that was cut off, which would hold UiAutomation to
// its end, and remove its file. The brackets match the dot but not themselves,
// because pkill also checks the shell that runs this.
static void
clean_up(const struct at_op *op, struct at_android *android)
{
    struct at_op short_op = at_op_sub(op, at_now_ns(), CLEAN_UP_MS);
    struct at_adb_result result;
    const char *path = android->dump_path;
    char command[2 * sizeof(android->dump_path) + 40];
    int stem = (int)strlen(path) - (int)strlen(".xml");
    if (!path[0])
        return;
    snprintf(command, sizeof(command),
             "pkill -9 -f '%.*s[.]xml'; rm -f %.*s[.]xml", stem, path, stem,
             path);
    if (at_shell_run(&short_op, android, command, &result, NULL))
        android->dump_path[0] = '\0';
    at_adb_result_deinit(&result);
}

struct dump {
    struct at_adb_result result;
    enum at_dump_verdict verdict;
    // If the device refused or ended the dump: find out which program holds
    // UiAutomation.
    enum at_holder holder;
    char holder_text[256];
};

// Return the tool's messages without the size that wm may have added.
static struct at_str
words_of(const struct dump *dump)
{
    struct at_str words = at_buf_str(&dump->result.err);
    ptrdiff_t size = at_str_find(words, AT_STR("Physical size:"));
    return size < 0 ? words : at_str_head(words, (size_t)size);
}

static bool
run_dump_once(const struct at_op *op, struct at_android *android,
              struct dump *dump, struct at_err *err)
{
    struct at_buf command = AT_BUF_INIT(1024);
    clean_up(op, android);
    write_command(android, &command);
    at_adb_result_init(&dump->result, AT_DUMP_MAX_BYTES);
    bool ok = at_adb_shell(op, &android->adb, at_buf_text(&command),
                           &dump->result, err);
    at_buf_deinit(&command);
    if (!ok)
        return false;
    android->dump_path[0] = '\0';
    dump->verdict =
        at_dump_judge(at_buf_str(&dump->result.out), words_of(dump));
    return true;
}

// A lost connection says nothing about the screen, and reading changes nothing:
// try once more.
static bool
run_dump(const struct at_op *op, struct at_android *android, struct dump *dump,
         struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (run_dump_once(op, android, dump, &why))
        return true;
    if (why.code == AT_ENODEV) {
        at_adb_result_deinit(&dump->result);
        return run_dump_once(op, android, dump, err);
    }
    return at_err_pass(err, &why);
}

static void
take_size(struct at_android *android, const struct dump *dump)
{
    struct at_str words = at_buf_str(&dump->result.err);
    if (android->size_requested)
        return;
    android->size_requested = true;
    if (words.len == 0)
        words = at_buf_str(&dump->result.out);
    if (!at_wm_parse_size(words, &android->width_px, &android->height_px))
        android->width_px = android->height_px = 0;
}

static void
find_holder(const struct at_op *op, struct at_android *android,
            struct dump *dump)
{
    struct at_op short_op = at_op_sub(op, at_now_ns(), HOLDER_MS);
    struct at_adb_result ps;
    dump->holder = AT_HOLDER_NONE;
    dump->holder_text[0] = '\0';
    if (at_shell_run(&short_op, android, "ps -A -o PID,ARGS || ps", &ps, NULL))
        dump->holder = at_ps_find_automation(
            at_buf_str(&ps.out), dump->holder_text, sizeof(dump->holder_text));
    at_adb_result_deinit(&ps);
}

static bool
fail_dump(const struct dump *dump, struct at_err *err)
{
    struct at_str tool = words_of(dump);
    struct at_shell_text words = at_shell_text_of_str(
        tool.len > 0 ? tool : at_buf_str(&dump->result.out));
    const char *holder = dump->holder_text[0] ? dump->holder_text : NULL;
    return at_dump_fail(dump->verdict, holder, at_str(words.text), err);
}

static bool
is_held(const struct dump *dump)
{
    return dump->verdict == AT_DUMP_HELD || dump->verdict == AT_DUMP_KILLED;
}

static void
report_wait(struct at_android *android, int64_t waited_ms, const char *holder)
{
    size_t len = strcspn(holder, ";"); // without its remedy
    at_log_info("waited for UiAutomation dev=%s ms=%lld", android->base.serial,
                (long long)waited_ms);
    at_device_note_fallback(&android->base,
                            "tree: adb waited %lld ms for the device's one "
                            "UiAutomation, held by %.*s",
                            (long long)waited_ms, len > 0 ? (int)len : 64,
                            len > 0 ? holder : "a program that has just ended");
}

// Return when to retry while a program that is about to end still holds
// UiAutomation; 0: do not retry. A device opened for few requests starts no
// helper, so a running one belongs to another process and is replaced.
static int64_t
next_try_ns(const struct at_op *op, const struct at_android *android,
            const struct dump *dump, struct at_holder_wait *wait)
{
    int64_t next_ns;
    if (!is_held(dump) ||
        (dump->holder == AT_HOLDER_HELPER && android->base.brief))
        return 0;
    next_ns = at_holder_wait_next(wait, dump->holder, at_now_ns());
    return next_ns <= op->deadline_ns ? next_ns : 0;
}

// Dump, and repeat that while a program that is about to end holds
// UiAutomation.
static bool
dump_in_turn(const struct at_op *op, struct at_android *android,
             struct dump *dump, int64_t *out_began_ns, struct at_err *err)
{
    struct at_holder_wait wait = {0};
    char holder[sizeof(dump->holder_text)] = "";
    int64_t next_ns;
    for (;;) {
        *out_began_ns = at_now_ns();
        if (!run_dump(op, android, dump, err))
            return false;
        if (is_held(dump) || dump->verdict == AT_DUMP_SILENT)
            find_holder(op, android, dump);
        next_ns = next_try_ns(op, android, dump, &wait);
        if (next_ns == 0)
            break;
        if (dump->holder_text[0])
            memcpy(holder, dump->holder_text, sizeof(holder));
        if (!at_op_wait_until(op, next_ns, err))
            return false;
        at_adb_result_deinit(&dump->result);
    }
    if (wait.first_ns > 0 && !is_held(dump))
        report_wait(android, (*out_began_ns - wait.first_ns) / AT_NS_PER_MS,
                    holder);
    return true;
}

static void
set_size(const struct at_android *android, struct at_tree *tree)
{
    bool turned = tree->rotation % 2 == 1;
    if (android->width_px == 0)
        return;
    tree->width_px = turned ? android->height_px : android->width_px;
    tree->height_px = turned ? android->width_px : android->height_px;
}

static bool
take_tree(struct at_android *android, struct dump *dump,
          struct at_snapshot *out, struct at_err *err)
{
    if (!at_uiautomator_parse(at_buf_str(&dump->result.out), &out->tree, err))
        return false;
    set_size(android, out->tree);
    out->source_format = "uiautomator";
    if (android->base.keep_source) {
        out->source = dump->result.out;
        dump->result.out = (struct at_buf)AT_BUF_INIT(0);
    }
    return true;
}

// Old builds ignore --windows and dump the window in front. On new ones the
// list of windows may come late: then it is empty, and no file is made, or
// lacks the window in front. Two in a row, and it is not asked for again.
static bool
lacks_front(struct at_android *android, const struct dump *dump,
            const struct at_snapshot *out, const struct at_err *why)
{
    bool empty = why->code == AT_ETREE && why->sys == ENODATA;
    bool other = dump->verdict == AT_DUMP_OTHER &&
                 android->dump_windows == AT_HAS_UNKNOWN;
    bool partial =
        out->tree && out->tree->lists_windows && !out->tree->has_active;
    if (android->dump_windows == AT_HAS_NOT)
        return false;
    if (out->tree && !partial) {
        android->windows_failed = 0;
        android->dump_windows = out->tree->lists_windows ? AT_HAS : AT_HAS_NOT;
        return false;
    }
    if (!empty && !partial && !other && dump->verdict != AT_DUMP_NO_FILE)
        return false;
    if (++android->windows_failed >= WINDOWS_TRIES || other)
        android->dump_windows = AT_HAS_NOT;
    return true;
}

// Dump and read the tree. Fails with the dump's verdict, or with the reader's
// reason.
static bool
dump_tree(const struct at_op *op, struct at_android *android, struct dump *dump,
          struct at_snapshot *out, struct at_err *err)
{
    if (!dump_in_turn(op, android, dump, &out->began_ns, err))
        return false;
    // The tool's own wait for quiet began with the command, not before:
    // starting a server or a retry is not quiet time.
    out->took_ns = at_now_ns() - out->began_ns;
    out->quiet_ns = at_now_ns() - dump->result.opened_ns;
    take_size(android, dump);
    return dump->verdict == AT_DUMP_XML ? take_tree(android, dump, out, err)
                                        : fail_dump(dump, err);
}

// Like dump_tree(), for the window in front only.
static bool
dump_front(const struct at_op *op, struct at_android *android,
           struct dump *dump, struct at_snapshot *out, struct at_err *err)
{
    enum at_has windows = android->dump_windows;
    at_adb_result_deinit(&dump->result);
    at_tree_free(out->tree);
    at_buf_deinit(&out->source);
    *out = (struct at_snapshot){.backend = "adb"};
    android->dump_windows = AT_HAS_NOT;
    bool ok = dump_tree(op, android, dump, out, err);
    if (!ok && dump->verdict == AT_DUMP_NO_FILE && !android->dump_on_sdcard) {
        android->dump_on_sdcard = true;
        at_adb_result_deinit(&dump->result);
        ok = dump_tree(op, android, dump, out, err);
    }
    android->dump_windows = windows;
    return ok;
}

bool
at_commands_snapshot(const struct at_op *op, struct at_device *device,
                     struct at_snapshot *out, struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct dump dump = {.holder = AT_HOLDER_NONE};
    struct at_err why = AT_ERR_INIT;
    *out = (struct at_snapshot){.backend = "adb"};
    bool plain = android->dump_windows == AT_HAS_NOT;
    bool ok = !plain && dump_tree(op, android, &dump, out, &why);
    if (plain || lacks_front(android, &dump, out, &why)) {
        why = (struct at_err)AT_ERR_INIT;
        ok = dump_front(op, android, &dump, out, &why);
    }
    at_adb_result_deinit(&dump.result);
    return ok || at_err_pass(err, &why);
}

void
at_commands_clean_up(struct at_android *android)
{
    struct at_op op = {.deadline_ns = AT_NEVER_NS};
    clean_up(&op, android);
}
