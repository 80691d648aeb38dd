// vd_console_fuzz.c: any words to the commands of the virtual device's console
// that concern the device itself
#include <stdlib.h>
#include <string.h>

#include "virtual-android/access/access.h"
#include "virtual-android/console/commands.h"
#include "virtual-android/files.h"
#include "virtual-android/model/device.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static struct vd_device *
the_device(void)
{
    static struct vd_device *device;
    static struct vd_files *files;
    const char *apps[] = {NULL};
    if (device)
        return device;
    if (!vd_files_open(NULL, &files, NULL))
        abort();
    const struct vd_device_opts opts = {
        .apps = apps, .files = files, .listener = &vd_access_listener};
    if (!vd_device_new(&opts, &device, NULL))
        abort();
    return device;
}

static void
run_row(const struct vd_console_command *row, struct at_str words)
{
    const struct vd_console_opts opts = {.device = the_device()};
    struct at_buf out = AT_BUF_INIT(1024 * 1024);
    struct at_err err = AT_ERR_INIT;
    struct vd_console_call call = {.opts = &opts, .rest = words, .out = &out};
    if (!row->run(&call, &err) && err.msg[0] == '\0')
        abort();
    at_buf_deinit(&out);
}

// The first byte chooses the command.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    size_t count = 0;
    while (vd_console_commands[count].name)
        count++;
    if (len == 0)
        return 0;
    run_row(&vd_console_commands[data[0] % count],
            at_str_n((const char *)data + 1, len - 1));
    return 0;
}
