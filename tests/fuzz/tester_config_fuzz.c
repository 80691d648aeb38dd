// tester_config_fuzz.c: any JSON as the tester's configuration: refused, or the
// same once it is written and read again
#include <string.h>

#include "agent/config.h"
#include "base/alloc.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_tester_config config;
    struct at_tester_config again;
    struct at_err err = AT_ERR_INIT;
    json_t *json = at_json_parse(at_str_n((const char *)data, len), NULL);
    if (!json)
        return 0;
    bool ok = at_tester_config_read(json, &config, &err);
    json_decref(json);
    at_assert(ok == (err.code == AT_OK));
    if (!ok)
        return 0;
    at_assert(memchr(config.executor, '\0', sizeof(config.executor)) != NULL);
    json_t *written = at_tester_config_json(&config);
    at_assert(at_tester_config_read(written, &again, &err));
    json_t *twice = at_tester_config_json(&again);
    at_assert(json_equal(written, twice));
    json_decref(written);
    json_decref(twice);
    return 0;
}
