#include "tester/runs/recording_place.h"

#include <stdio.h>

#include "device/app_version.h"
#include "sys/clock.h"

enum { VERSION_MAX_MS = 2000 };

// No run waits long for a version.
static void
read_version(const struct at_op *op, struct at_device *device,
             const char *package, char out[64])
{
    struct at_op soon = at_op_sub(op, at_now_ns(), VERSION_MAX_MS);
    if (!at_device_app_version(&soon, device, package, out, NULL))
        out[0] = '\0';
}

void
at_recording_place_read(const struct at_op *op, struct at_device *device,
                        const char *package, struct at_recipe_place *out)
{
    struct at_device_info info;
    *out = (struct at_recipe_place){.device = ""};
    read_version(op, device, package, out->version);
    if (!at_device_info(op, device, &info, NULL))
        return;
    snprintf(out->device, sizeof(out->device), "%dx%d@%d", (int)info.width_px,
             (int)info.height_px, (int)info.density_dpi);
    at_str_cut(out->locale, sizeof(out->locale), at_str(info.locale));
}
