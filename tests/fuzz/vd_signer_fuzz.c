// vd_signer_fuzz.c: any bytes as an APK; its signer is hex, "v1" or ""
#include <stdlib.h>
#include <string.h>

#include "virtual-android/model/signer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    char signer[VD_SIGNER_MAX];
    vd_apk_signer(at_str_n((const char *)data, len), signer);
    if (strcmp(signer, "v1") != 0 &&
        strspn(signer, "0123456789abcdef") != strlen(signer))
        abort();
    return 0;
}
