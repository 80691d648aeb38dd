// xcodebuild_test.c: build settings, errors and versions as xcodebuild says
#include "base/alloc.h"
#include "device/ios/parse_xcodebuild.h"
#include "tests/t.h"

#define TARGET(settings)                                                       \
    "{\"action\":\"build\",\"buildSettings\":{" settings "}}"
#define APP "\"WRAPPER_EXTENSION\":\"app\","
#define TYPE(type) "\"PRODUCT_TYPE\":\"com.apple.product-type." type "\","
#define PLACE                                                                  \
    "\"BUILT_PRODUCTS_DIR\":\"/d/Debug\",\"FULL_PRODUCT_NAME\":\"A.app\""
#define ID ",\"PRODUCT_BUNDLE_IDENTIFIER\":\"com.a\""

static const struct {
    const char *text;
    const char *path; // NULL: an error with that code
    const char *id;
    enum at_code code;
} rows[] = {
    {"[" TARGET(APP TYPE("application") PLACE ID) "]", "/d/Debug/A.app",
     "com.a", AT_OK},
    {"Command line invocation:\n    xcodebuild [x]\n\n[" TARGET(
         APP TYPE("application") PLACE ID) "]\n",
     "/d/Debug/A.app", "com.a", AT_OK},
    // A framework before it; a watch app before it.
    {"[" TARGET("\"WRAPPER_EXTENSION\":\"framework\"") "," TARGET(
         APP TYPE("application") PLACE ID) "]",
     "/d/Debug/A.app", "com.a", AT_OK},
    {"[" TARGET(APP TYPE(
         "application.watchapp2") "\"TARGET_BUILD_DIR\":\"/"
                                  "w\","
                                  "\"WRAPPER_NAME\":\"W."
                                  "app\"") "," TARGET(APP TYPE("application")
                                                          PLACE ID) "]",
     "/d/Debug/A.app", "com.a", AT_OK},
    // Other settings for the same.
    {"[" TARGET(APP
                "\"TARGET_BUILD_DIR\":\"/t\",\"WRAPPER_NAME\":\"T.app\"") "]",
     "/t/T.app", "", AT_OK},
    {"[" TARGET("\"WRAPPER_EXTENSION\":\"framework\"," PLACE) "]", NULL, NULL,
     AT_EBUILD},
    {"[" TARGET(APP TYPE("application") "\"X\":\"\"") "]", NULL, NULL,
     AT_EBUILD},
    {"[]", NULL, NULL, AT_EBUILD},
    {"[1, null, {\"buildSettings\": 3}]", NULL, NULL, AT_EBUILD},
    {"xcodebuild: error: no scheme\n", NULL, NULL, AT_EPROTO},
    {"", NULL, NULL, AT_EPROTO},
};

T_TEST(xcodebuild_settings)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_build_result out;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].text);
        T_EQ_INT(at_xcodebuild_parse_settings(at_str(rows[i].text), &out, &err),
                 rows[i].path != NULL);
        T_EQ_INT(err.code, rows[i].code);
        T_EQ_TEXT(out.app_path, rows[i].path);
        T_EQ_TEXT(out.app_id, rows[i].id);
        free(out.app_path);
        free(out.app_id);
    }
}

T_TEST(xcodebuild_settings_cut)
{
    const char *text = rows[1].text;
    for (size_t len = 0; len + 1 < strlen(text); len++) {
        struct at_build_result out;
        struct at_err err = AT_ERR_INIT;
        char *cut = at_strndup(text, len);
        T_NOT(at_xcodebuild_parse_settings(at_str_n(cut, len), &out, &err));
        T_EQ_INT(err.code, AT_EPROTO);
        T_NULL(out.app_path);
        free(cut);
    }
}

T_TEST(xcodebuild_errors_and_versions)
{
    static const struct {
        const char *line;
        bool is_error;
    } lines[] = {
        {"/src/Main.swift:12:5: error: cannot find 'foo' in scope", true},
        {"error: no such module 'X'", true},
        {"xcodebuild: error: The workspace 'X' does not exist.", true},
        {"Main.m:1:9: fatal error: 'x.h' file not found", true},
        {"/src/Main.swift:12:5: warning: no errors here", false},
        {"CompileSwift normal arm64 /src/error.swift", false},
    };
    static const struct {
        const char *text;
        const char *version;
    } versions[] = {
        {"Xcode 16.1\nBuild version 16B40\n", "16.1"},
        {"Xcode 26.0", "26.0"},
        {"xcode-select: error: tool 'xcodebuild' requires Xcode", ""},
        {"", ""},
    };

    for (size_t i = 0; i < T_LEN(lines); i++) {
        T_ROW(lines[i].line);
        T_EQ_INT(at_xcodebuild_is_error(at_str(lines[i].line)),
                 lines[i].is_error);
    }
    for (size_t i = 0; i < T_LEN(versions); i++) {
        T_ROW(versions[i].text);
        T_EQ_STR(at_xcodebuild_version(at_str(versions[i].text)),
                 versions[i].version);
    }
}

T_MAIN()
