// android_words_fuzz.c: any bytes as what the device's programs print
#include <stdlib.h>
#include <string.h>

#include "device/android/parse/device_list.h"
#include "device/android/parse/dump.h"
#include "device/android/parse/info.h"
#include "device/android/parse/listing.h"
#include "device/android/parse/packages.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str text = at_str_n((const char *)data, len);
    struct at_android_list list;
    struct at_device_info info = {0};
    struct at_str component;
    char buf[64];
    at_android_list_read(text, &list);
    at_android_list_deinit(&list);
    at_info_parse(text, &info);
    at_packages_find(text, at_str_head(text, 20), buf, sizeof(buf));
    at_ps_find_automation(text, buf, sizeof(buf));
    at_resolve_activity(text, at_str_head(text, 20), &component);
    bool shown;
    int64_t frames;
    if (at_ls_size_of(text, at_str_head(text, 20)) < -1 ||
        (at_gfxinfo_parse(text, &frames) && frames < 0))
        abort();
    (void)!at_input_method_parse(text, &shown);
    if (memchr(buf, '\0', sizeof(buf)) == NULL || component.len > len ||
        at_pidof_parse(text) < 0)
        abort();
    return 0;
}
