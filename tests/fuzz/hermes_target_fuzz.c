// hermes_target_fuzz.c: any JSON as Metro's list of targets, and any text as
// what a device says of itself
#include <string.h>

#include "base/alloc.h"
#include "device/android/framework/hermes/hermes_target.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check_texts(const struct at_hermes_target *target)
{
    at_assert(memchr(target->id, '\0', sizeof(target->id)) != NULL);
    at_assert(memchr(target->title, '\0', sizeof(target->title)) != NULL);
    at_assert(memchr(target->path, '\0', sizeof(target->path)) != NULL);
    at_assert(target->path[0] == '/');
}

// The first line is the device's model, the rest the list.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str rest = at_str_n((const char *)data, len);
    struct at_hermes_device device = {.model = "Pixel 7", .api = "34"};
    struct at_hermes_target target;
    struct at_buf out = AT_BUF_INIT(16 * 1024);
    struct at_str line;
    if (at_str_next_line(&rest, &line))
        at_hermes_device_read(line, &device);
    json_t *list = at_json_parse(rest, NULL);
    if (!list)
        return 0;
    enum at_hermes_found found =
        at_hermes_pick(list, "com.example.app", &device, &target);
    if (found == AT_HERMES_PERHAPS || found == AT_HERMES_OURS)
        check_texts(&target);
    at_hermes_describe_devices(list, "com.example.app", &out);
    at_hermes_describe(list, &out);
    at_assert(at_utf8_valid(at_buf_str(&out)));
    at_buf_deinit(&out);
    json_decref(list);
    return 0;
}
