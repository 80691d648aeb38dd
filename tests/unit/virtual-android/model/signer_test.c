// The signers of APKs: the helper's own, an unsigned one, damaged ones.
#include "tests/t.h"

#include "base/buf.h"
#include "base/limits.h"
#include "sys/file.h"
#include "virtual-android/model/signer.h"

static struct at_buf
read_apk(const char *path)
{
    struct at_buf apk = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    if (!at_file_read(path, &apk, &err))
        fail_msg("%s", err.msg);
    return apk;
}

T_TEST(a_digest_identifies_a_certificate)
{
    struct at_buf apk = read_apk("android/prebuilt/agentest-helper.apk");
    char signer[VD_SIGNER_MAX];
    vd_apk_signer(at_buf_str(&apk), signer);
    T_EQ_SIZE(strlen(signer), VD_SIGNER_MAX - 1);
    T_EQ_SIZE(strspn(signer, "0123456789abcdef"), VD_SIGNER_MAX - 1);
    at_buf_deinit(&apk);
}

T_TEST(an_unsigned_package)
{
    struct at_buf apk = read_apk("tests/data/apk/aapt2.apk");
    char signer[VD_SIGNER_MAX];
    vd_apk_signer(at_buf_str(&apk), signer);
    T_EQ_TEXT(signer, "");
    vd_apk_signer(AT_STR("no APK"), signer);
    T_EQ_TEXT(signer, "");
    at_buf_deinit(&apk);
}

// Without the block's magic only the entries of v1 tell of a signature; with
// any other byte of the block's end changed nothing is read out of bounds.
T_TEST(a_damaged_block)
{
    struct at_buf apk = read_apk("android/prebuilt/agentest-helper.apk");
    struct at_str magic = AT_STR("APK Sig Block 42");
    ptrdiff_t at = at_str_find(at_buf_str(&apk), magic);
    char signer[VD_SIGNER_MAX];
    T_OK(at > 4096);
    for (ptrdiff_t i = at - 4096; i < at; i++) {
        apk.data[i] = (char)~apk.data[i];
        vd_apk_signer(at_buf_str(&apk), signer);
        apk.data[i] = (char)~apk.data[i];
    }
    apk.data[at] = 'a';
    vd_apk_signer(at_buf_str(&apk), signer);
    T_EQ_TEXT(signer, "v1");
    at_buf_deinit(&apk);
}

T_MAIN()
