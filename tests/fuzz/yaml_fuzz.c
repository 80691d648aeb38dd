// yaml_fuzz.c: any bytes as YAML: the value can be written as JSON
#include <stdlib.h>

#include "base/limits.h"
#include "wire/json.h"
#include "wire/yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_err err = AT_ERR_INIT;
    struct at_buf out = AT_BUF_INIT(64 * AT_MIB);
    json_t *value = at_yaml_parse(at_str_n((const char *)data, len), &err);
    if (value ? !at_json_write(value, &out) || !at_utf8_valid(at_buf_str(&out))
              : err.code != AT_EUSAGE && err.code != AT_ELIMIT)
        abort();
    json_decref(value);
    at_buf_deinit(&out);
    return 0;
}
