#include "tester/place.h"

#include <stdio.h>

void
at_place_read(const struct at_op *op, struct at_device *device,
              struct at_recipe_place *out)
{
    struct at_device_info info;
    *out = (struct at_recipe_place){.device = ""};
    if (!at_device_info(op, device, &info, NULL))
        return;
    snprintf(out->device, sizeof(out->device), "%dx%d@%d", (int)info.width_px,
             (int)info.height_px, (int)info.density_dpi);
}
