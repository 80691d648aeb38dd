#include "base/err.h"

#include <errno.h>

#include "base/str.h"
#include "tests/t.h"

T_TEST(records)
{
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_fail(&err, AT_EPROTO, "%d of '%s'", 2, "x"));
    T_EQ_INT(err.code, AT_EPROTO);
    T_EQ_INT(err.sys, 0);
    T_EQ_TEXT(err.msg, "2 of 'x'");
    T_NOT(at_fail_sys(&err, AT_EIO, ENOENT, "cannot open '%s'", "f"));
    T_EQ_INT(err.sys, ENOENT);
    T_EQ_TEXT(err.msg, "cannot open 'f': No such file or directory");
    at_err_context(&err, "step %d", 3);
    T_EQ_TEXT(err.msg, "step 3: cannot open 'f': No such file or directory");
    T_EQ_INT(err.code, AT_EIO);
    T_NOT(at_fail(NULL, AT_EIO, "nobody listens"));
    T_NOT(at_fail_sys(NULL, AT_EIO, 1, "nobody listens"));
    at_err_context(NULL, "nobody listens");
}

T_TEST(a_failure_that_may_have_run_stays_one)
{
    struct at_err err = AT_ERR_INIT;
    struct at_err passed = AT_ERR_INIT;
    T_NOT(at_fail(&err, AT_ENODEV, "lost"));
    T_NOT(err.may_have_run);
    T_NOT(at_err_set_run(&err, true));
    at_err_context(&err, "tap");
    at_err_add(&err, "look at the screen");
    T_NOT(at_err_pass(&passed, &err));
    T_OK(passed.may_have_run);
    T_EQ_TEXT(passed.msg, "tap: lost; look at the screen");
    at_fail(&err, AT_EPROTO, "another failure");
    T_NOT(err.may_have_run);
    at_err_set_run(&passed, true);
    at_fail_sys(&passed, AT_EIO, ENOENT, "another failure");
    T_NOT(passed.may_have_run);
    T_NOT(at_err_set_run(NULL, true));
}

// A message may be made of the one before.
T_TEST(message_of_itself)
{
    struct at_err err = AT_ERR_INIT;
    at_fail(&err, AT_EIO, "inner");
    at_fail(&err, AT_EDEVICE, "outer: %s", err.msg);
    T_EQ_TEXT(err.msg, "outer: inner");
    at_fail_sys(&err, AT_EDEVICE, EPERM, "more: %s", err.msg);
    T_EQ_TEXT(err.msg, "more: outer: inner: Operation not permitted");
    at_err_context(&err, "(%s)", err.msg);
    T_HAS(err.msg, "(more: outer");
    T_HAS(err.msg, "): more: outer: inner");
}

// Messages carry text of peers, and their readers expect UTF-8.
T_TEST(malformed_text_is_replaced)
{
    struct at_err err = AT_ERR_INIT;
    at_fail(&err, AT_EPROTO, "peer says '%s'",
            "\xc3\xa9 a\xff"
            "b\xed\xa0\x80");
    T_EQ_TEXT(err.msg, "peer says '\xc3\xa9 a?b\?\?\?'");
    at_err_context(&err, "%s", "\xfe");
    T_EQ_TEXT(err.msg, "?: peer says '\xc3\xa9 a?b\?\?\?'");
}

// Whatever the length before it, a cut does not split a character, and the
// context stays.
T_TEST(long_messages_are_cut)
{
    char text[3 * AT_ERR_MSG_MAX];
    for (size_t pad = 0; pad < 4; pad++) {
        struct at_err err = AT_ERR_INIT;
        memset(text, 'x', pad);
        for (size_t i = pad; i + 4 < sizeof(text); i += 4)
            memcpy(text + i, "\xf0\x9f\x98\x80", 5);
        at_fail(&err, AT_EPROTO, "%s", text);
        T_NULL(strchr(err.msg, '?'));
        T_OK(strlen(err.msg) >= AT_ERR_MSG_MAX - 5);
        T_OK(at_utf8_valid(at_str(err.msg)));
        at_fail_sys(&err, AT_EPROTO, ENOENT, "%s", text);
        T_OK(at_utf8_valid(at_str(err.msg)));
        at_err_context(&err, "first");
        T_OK(at_str_starts(at_str(err.msg), AT_STR("first: ")));
        T_OK(at_utf8_valid(at_str(err.msg)));
        T_OK(strlen(err.msg) >= AT_ERR_MSG_MAX - 5);
        at_err_context(&err, "%s", text);
        T_OK(at_utf8_valid(at_str(err.msg)));
    }
}

T_TEST(codes_are_complete_and_unique)
{
    for (int i = 0; i < AT_CODE_COUNT; i++) {
        const struct at_code_info *info = at_code_info((enum at_code)i);
        T_OK(info->name && info->name[0]);
        T_EQ_INT(info->exit_status == 0, i == AT_OK);
        T_OK(info->http_status >= 200 && info->http_status < 600);
        for (int j = 0; j < i; j++) {
            const struct at_code_info *other = at_code_info((enum at_code)j);
            T_OK(strcmp(info->name, other->name) != 0);
            T_OK(info->jsonrpc_code != other->jsonrpc_code);
        }
    }
}

T_MAIN()
