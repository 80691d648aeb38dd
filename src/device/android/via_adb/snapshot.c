// snapshot.c: the screen's tree by `uiautomator dump`, in one round trip
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/limits.h"
#include "device/android/parse_dump.h"
#include "device/android/parse_info.h"
#include "device/android/parse_packages.h"
#include "device/android/via_adb/run.h"
#include "screen/uiautomator.h"
#include "sys/clock.h"

enum { CLEAN_UP_MS = 1500, HOLDER_MS = 3000 };

// A name that was never used before, so that no old dump can be taken for
// this one: a dump that fails leaves such a file, and ends with status 0.
static void
choose_path(struct at_android *android)
{
    snprintf(android->dump_path, sizeof(android->dump_path),
             "%s/agentest-%ld-%" PRIx64 ".xml",
             android->dump_on_sdcard ? "/sdcard" : "/data/local/tmp",
             (long)getpid(), (uint64_t)at_now_ns());
}

// The dump goes to a file: to /dev/tty many builds mix it with their words or
// cut it. The tool's words go to stderr, so that stdout is the file alone. The
// first time the screen's size comes along.
static void
write_command(struct at_android *android, struct at_buf *out)
{
    const char *path = android->dump_path;

    choose_path(android);
    at_buf_add_fmt(out, "uiautomator dump %s >&2; cat %s 2>/dev/null; rm -f %s",
                   path, path, path);
    if (!android->size_asked)
        at_buf_add_text(out, "; wm size >&2");
}

// Of a dump that was cut off, the file.
static void
clean_up(const struct at_op *op, struct at_android *android)
{
    struct at_op short_op = at_op_sub(op, at_now_ns(), CLEAN_UP_MS);
    struct at_adb_result result;
    char command[sizeof(android->dump_path) + 8];

    if (!android->dump_path[0])
        return;
    snprintf(command, sizeof(command), "rm -f %s", android->dump_path);
    if (at_run(&short_op, android, command, &result, NULL))
        android->dump_path[0] = '\0';
    at_adb_result_deinit(&result);
}

struct dump {
    struct at_adb_result result;
    enum at_dump_verdict verdict;
};

// What the tool said, without the size that wm may have added.
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

// A connection that was lost on the way tells nothing about the screen, and
// reading changes nothing: once more.
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
    return err ? (*err = why, false) : false;
}

static void
take_size(struct at_android *android, const struct dump *dump)
{
    struct at_str words = at_buf_str(&dump->result.err);

    if (android->size_asked)
        return;
    android->size_asked = true;
    if (words.len == 0)
        words = at_buf_str(&dump->result.out);
    if (!at_wm_parse_size(words, &android->width_px, &android->height_px))
        android->width_px = android->height_px = 0;
}

static bool
fail_dump(const struct at_op *op, struct at_android *android,
          const struct dump *dump, struct at_err *err)
{
    struct at_str tool = words_of(dump);
    struct at_run_words words = at_run_words_of_str(
        tool.len > 0 ? tool : at_buf_str(&dump->result.out));
    struct at_adb_result ps;
    char holder[256];
    bool known = false;

    if (dump->verdict == AT_DUMP_HELD || dump->verdict == AT_DUMP_KILLED ||
        dump->verdict == AT_DUMP_SILENT) {
        struct at_op short_op = at_op_sub(op, at_now_ns(), HOLDER_MS);

        known =
            at_run(&short_op, android, "ps -A -o PID,ARGS || ps", &ps, NULL) &&
            at_ps_find_automation(at_buf_str(&ps.out), holder, sizeof(holder));
        at_adb_result_deinit(&ps);
    }
    return at_dump_fail(dump->verdict, known ? holder : NULL,
                        at_str(words.text), err);
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

// The dump itself goes to who wants it.
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

bool
at_via_adb_snapshot(const struct at_op *op, struct at_device *device,
                    struct at_snapshot *out, struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct dump dump;

    *out = (struct at_snapshot){.backend = "adb", .began_ns = at_now_ns()};
    bool ok = run_dump(op, android, &dump, err);
    if (ok && dump.verdict == AT_DUMP_NO_FILE && !android->dump_on_sdcard) {
        android->dump_on_sdcard = true;
        at_adb_result_deinit(&dump.result);
        out->began_ns = at_now_ns();
        ok = run_dump(op, android, &dump, err);
    }
    out->took_ns = at_now_ns() - out->began_ns;
    // The tool waits for its quiet time from the command's start; it says no
    // more. What came before (a server's start, a retry) was no quiet time.
    out->quiet_ns = at_now_ns() - dump.result.opened_ns;
    if (ok) {
        take_size(android, &dump);
        ok = dump.verdict == AT_DUMP_XML ? take_tree(android, &dump, out, err)
                                         : fail_dump(op, android, &dump, err);
    }
    at_adb_result_deinit(&dump.result);
    return ok;
}

void
at_via_adb_clean_up(struct at_android *android)
{
    struct at_op op = {.deadline_ns = AT_NEVER_NS};

    clean_up(&op, android);
}
