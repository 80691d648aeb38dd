// same_test.c: a file on virtual-android, through a real adb server
#include "device/android/adb/client/same.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "tests/t.h"
#include "tests/unit/device/android/adb_rig.h"

#define PATH "/data/local/tmp/same.bin"
#define HASH "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define OTHER "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"

static struct adb_rig rig;
static struct adb_rig_device phone;
static struct at_adb_device device;

static const struct row {
    const char *name;
    const char *placed; // NULL: nothing
    const char *printed;
    bool same;
} rows[] = {
    {"the hash", "other", HASH "  " PATH "\n", true},
    {"the hash, of toolbox", "other", "ls: x\r\n" HASH " " PATH "\r\n", true},
    {"another hash", "content", OTHER "  " PATH "\n", false},
    {"the hash of another file", "other", HASH "  " PATH ".1\n", false},
    {"no hash is that", "other", "sh: sha256sum: not found\n", false},
    {"read back", "content", "sh: sha256sum: not found\n", true},
    {"read back: changed", "c0ntent", "", false},
    {"read back: longer", "content!", "", false},
    {"read back: shorter", "conten", "", false},
    {"read back: empty", "", "", false},
    {"read back: not there", NULL, "", false},
};

T_TEST(by_hash_and_by_content)
{
    const struct at_adb_file file = {PATH, AT_STR("content"), HASH};
    for (size_t i = 0; i < T_LEN(rows); i++) {
        const struct row *row = &rows[i];
        struct at_op op = rig_op(20000);
        struct at_err err = AT_ERR_INIT;
        struct at_adb_result result;
        bool same = !row->same;
        T_ROW(row->name);
        at_adb_result_init(&result, AT_MIB);
        T_OK(at_adb_shell(&op, &device, "rm -f " PATH, &result, &err));
        at_adb_result_deinit(&result);
        if (row->placed)
            T_OK(at_adb_put(&op, &device, at_str(row->placed), PATH, 0444,
                            &err));
        T_OK(at_adb_is_same(&op, &device, &file, at_str(row->printed), &same,
                            &err));
        T_EQ_INT(same, row->same);
    }
}

// Only regular files are read: a pipe would never end.
T_TEST(the_command_prints_the_hash_of_a_file)
{
    static const struct {
        const char *before;
        bool prints;
    } commands[] = {
        {"echo content > " PATH "; ", true},
        {"mkdir " PATH "; ", false},
        {"", false},
    };
    const struct at_adb_file file = {PATH, AT_STR("content"), HASH};
    for (size_t i = 0; i < T_LEN(commands); i++) {
        struct at_op op = rig_op(20000);
        struct at_err err = AT_ERR_INIT;
        struct at_adb_result result;
        struct at_buf command = AT_BUF_INIT(AT_KIB);
        T_ROW(commands[i].before);
        at_buf_add_fmt(&command, "rm -rf " PATH "; %s", commands[i].before);
        at_adb_add_hash_command(&file, &command);
        at_adb_result_init(&result, AT_MIB);
        T_OK(at_adb_shell(&op, &device, at_buf_text(&command), &result, &err));
        T_EQ_INT(at_str_ends(at_buf_str(&result.out), AT_STR("  " PATH "\n")),
                 commands[i].prints);
        at_adb_result_deinit(&result);
        at_buf_deinit(&command);
    }
}

int
main(int argc, char **argv)
{
    struct at_err err = AT_ERR_INIT;
    (void)argc;
    if (!adb_rig_init(&rig, argv[0])) {
        printf("skipped: %zu tests, there is no adb program\n", t_count());
        return 0;
    }
    phone = adb_rig_start(&rig, NULL);
    if (!at_adb_init_env(&device.adb, &err))
        return 1;
    at_str_cut(device.serial, sizeof(device.serial), at_str(phone.serial));
    int failed = T_RUN(NULL, NULL);
    adb_rig_deinit(&rig);
    return failed;
}
