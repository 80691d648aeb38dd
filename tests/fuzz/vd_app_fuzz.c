// vd_app_fuzz.c: any JSON as an app of the virtual device: refused, or loaded,
// started, tapped and dumped
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/in_memory.h"
#include "virtual-android/access/access.h"
#include "virtual-android/files.h"
#include "virtual-android/model/device.h"
#include "virtual-android/model/device_input.h"
#include "virtual-android/model/device_ops.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static struct vd_files *files;
static char path[512];

static void
clean_up(void)
{
    unlink(path);
    vd_files_free(files);
}

static void
set_up(void)
{
    snprintf(path, sizeof(path), "%s/vd-app-fuzz-XXXXXX", fuzz_use_memory());
    int fd = mkstemp(path);
    if (fd < 0 || !vd_files_open(NULL, &files, NULL))
        abort();
    close(fd);
    atexit(clean_up);
}

static void
write_app(const uint8_t *data, size_t len)
{
    FILE *file = fopen(path, "w");
    if (!file || (len > 0 && fwrite(data, 1, len, file) != len))
        abort();
    fclose(file);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    const char *apps[] = {path, NULL};
    struct vd_device *device;
    bool warm;
    if (!files)
        set_up();
    write_app(data, len);
    const struct vd_device_opts opts = {
        .apps = apps, .files = files, .listener = &vd_access_listener};
    if (!vd_device_new(&opts, &device, NULL))
        return 0;
    if (vd_device_launch(device, "com.example.t", NULL, &warm)) {
        for (int32_t y_px = 100; y_px < 2400; y_px += 400)
            vd_device_tap(device, (struct at_point){540, y_px});
    }
    vd_device_free(device);
    return 0;
}
