#include "base/alloc.h"
#include "device/android/parse/emulator_ini.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_emulator_ini ini;
    at_assert(at_emulator_ini_pid(in) >= 0);
    if (!at_emulator_ini_parse(in, &ini, NULL))
        return 0;
    at_assert(ini.console_port >= 0 && ini.console_port <= 65535);
    at_assert(ini.grpc_port >= 0 && ini.grpc_port <= 65535);
    at_assert(ini.token.len == 0 ||
              (ini.token.ptr >= in.ptr &&
               ini.token.ptr + ini.token.len <= in.ptr + in.len));
    for (size_t i = 0; i < ini.token.len; i++)
        at_assert(ini.token.ptr[i] > ' ' && ini.token.ptr[i] < 0x7f);
    return 0;
}
