// metro_ports_fuzz.c: any bytes as what a device says of Metro's port
#include <stdlib.h>

#include "device/android/framework/hermes/metro_ports.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str text = at_str_n((const char *)data, len);
    const struct at_metro_said said = {text, text};
    struct at_metro_ports ports = {0};
    at_metro_add_said(&ports, &said);
    for (size_t i = 0; i < ports.count; i++) {
        if (ports.ports[i] == 0 || !ports.reasons[i])
            abort();
    }
    return 0;
}
