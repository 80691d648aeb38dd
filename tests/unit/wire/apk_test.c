#include "wire/apk.h"

#include "base/limits.h"
#include "tests/t.h"
#include "wire/zip.h"

// The same document thrice: UTF-16 by aapt, by aapt2, and UTF-8 by aapt2.
static const struct {
    const char *file;
    const char *entry;
} docs[] = {
    {"tests/data/apk/aapt.apk", "AndroidManifest.xml"},
    {"tests/data/apk/aapt2.apk", "AndroidManifest.xml"},
    {"tests/data/apk/aapt2.apk", "res/xml/utf8.xml"},
};

static void
read_doc(size_t row, struct at_buf *out)
{
    size_t len;
    char *data = t_read_file(docs[row].file, &len);
    struct at_zip zip;
    struct at_zip_entry entry;
    T_OK(data != NULL);
    T_OK(at_zip_open(at_str_n(data, len), &zip, NULL));
    T_OK(at_zip_find(&zip, at_str(docs[row].entry), &entry, NULL));
    T_OK(at_zip_read(&zip, &entry, out, NULL));
    free(data);
}

T_TEST(reads_the_manifest)
{
    for (size_t i = 0; i < T_LEN(docs); i++) {
        struct at_buf doc = AT_BUF_INIT(AT_MIB);
        struct at_apk_info info = AT_APK_INFO_INIT;
        struct at_err err = AT_ERR_INIT;

        read_doc(i, &doc);
        T_OK(at_apk_manifest_parse(at_buf_str(&doc), &info, &err));
        at_buf_deinit(&doc);
        T_EQ_STR(info.package, "com.example.tiny");
        T_EQ_STR(info.split, "");
        T_EQ_STR(info.version_name, "1.2.3-тест");
        T_EQ_INT(info.version_code, (INT64_C(1) << 32) + 42);
        T_EQ_INT(info.min_sdk, 24);
        T_EQ_INT(info.target_sdk, 33);
        T_EQ_STR(info.label, "Tiny 😀");
        T_OK(info.debuggable);
        T_OK(info.test_only);
        T_EQ_STR(info.launcher, "com.example.tiny.Start");
        T_EQ_SIZE(info.instrumentation_count, 2);
        T_EQ_STR(info.instrumentations[0].runner,
                 "androidx.test.runner.AndroidJUnitRunner");
        T_EQ_STR(info.instrumentations[0].target, "com.example.tiny");
        T_EQ_STR(info.instrumentations[1].runner, "com.example.tiny.Own");
        T_EQ_STR(info.instrumentations[1].target, "com.example.under.test");
        at_apk_info_deinit(&info);
        at_apk_info_deinit(&info);
    }
}

T_TEST(cut_anywhere_is_refused)
{
    for (size_t i = 0; i < T_LEN(docs); i++) {
        struct at_buf doc = AT_BUF_INIT(AT_MIB);
        read_doc(i, &doc);
        for (size_t cut = 0; cut < doc.len; cut++) {
            struct at_apk_info info = AT_APK_INFO_INIT;
            T_NOT(at_apk_manifest_parse(at_str_head(at_buf_str(&doc), cut),
                                        &info, NULL));
            at_apk_info_deinit(&info);
        }
        at_buf_deinit(&doc);
    }
}

T_TEST(reads_an_apk)
{
    size_t len;
    char *data = t_read_file("tests/data/apk/aapt.apk", &len);
    struct at_apk_info info = AT_APK_INFO_INIT;
    struct at_err err = AT_ERR_INIT;
    T_OK(data != NULL);
    T_OK(at_apk_info_parse(at_str_n(data, len), &info, &err));
    T_EQ_STR(info.package, "com.example.tiny");
    at_apk_info_deinit(&info);

    T_NOT(at_apk_info_parse(at_str_n(data, len - 1), &info, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "not a usable APK: not a zip archive");
    at_apk_info_deinit(&info);
    free(data);
}

// The name of one element changed: an app must say its package.
T_TEST(refuses_another_document)
{
    struct at_buf doc = AT_BUF_INIT(AT_MIB);
    struct at_apk_info info = AT_APK_INFO_INIT;
    struct at_err err = AT_ERR_INIT;
    read_doc(2, &doc);
    ptrdiff_t at = at_str_find(at_buf_str(&doc), AT_STR("manifest"));
    T_OK(at > 0);
    doc.data[at] = 'M';
    T_NOT(at_apk_manifest_parse(at_buf_str(&doc), &info, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "no package is named");
    at_apk_info_deinit(&info);
    at_buf_deinit(&doc);
}

T_MAIN()
