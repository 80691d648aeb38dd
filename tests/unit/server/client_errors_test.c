// client_errors_test.c: reports of the page as one safe line, and their rate
#include "server/client_errors.h"

#include "base/op.h"
#include "tests/t.h"

static const char *
variable(void *user, const char *name)
{
    (void)user;
    return strcmp(name, "SECRET_PASSWORD") == 0 ? "correct horse" : NULL;
}

static struct at_secrets *
make_secrets(void)
{
    struct at_argv names = {0};
    struct at_secrets *secrets = NULL;
    at_argv_add(&names, "password");
    T_OK(at_secrets_new(&names, variable, NULL, &secrets, NULL));
    at_argv_deinit(&names);
    return secrets;
}

T_TEST(a_report_is_one_line_without_secrets)
{
    const struct at_client_error error = {
        .message = AT_STR("no \"correct horse\"\nwarn fake: line\x1b[31m"),
        .stack = AT_STR("at f (a.js:1)\n  at g \\ t0k3n-of-the-server"),
        .page = AT_STR("/runs/\u202e1"),
    };
    struct at_secrets *secrets = make_secrets();
    struct at_buf out = AT_BUF_INIT(AT_CLIENT_ERROR_LINE_MAX_BYTES);
    at_client_error_write(&error, secrets, AT_STR("t0k3n-of-the-server"), &out);
    T_EQ_TEXT(at_buf_text(&out),
              "{\"message\":\"no '{{password}}' warn fake: line?[31m\","
              "\"page\":\"/runs/?1\","
              "\"stack\":\"at f (a.js:1)   at g / {{token}}\"}");
    at_buf_deinit(&out);
    at_secrets_free(secrets);
}

T_TEST(a_long_report_is_cut_after_it_is_masked)
{
    static char text[100000];
    struct at_secrets *secrets = make_secrets();
    struct at_buf out = AT_BUF_INIT(AT_CLIENT_ERROR_LINE_MAX_BYTES);
    memset(text, 'x', sizeof(text) - 1);
    memcpy(text + 294, "correct horse", 13); // the cut is in its middle
    const struct at_client_error error = {at_str(text), at_str(text),
                                          at_str(text), at_str(text)};
    at_client_error_write(&error, secrets, (struct at_str){0}, &out);
    T_OK(out.len < AT_CLIENT_ERROR_LINE_MAX_BYTES);
    T_NOT(at_str_has(at_buf_str(&out), AT_STR("corr")));
    T_OK(at_str_ends(at_buf_str(&out), AT_STR("\"}")));
    at_buf_deinit(&out);
    at_secrets_free(secrets);
}

T_TEST(a_flood_is_counted_only)
{
    const int64_t pause_ns = AT_CLIENT_ERRORS_PAUSE_MS * AT_NS_PER_MS;
    struct at_client_errors errors;
    uint64_t dropped;
    int64_t now_ns = 1000 * pause_ns;
    at_client_errors_init(&errors);
    for (int i = 0; i < AT_CLIENT_ERRORS_BURST; i++)
        T_OK(at_client_errors_admit(&errors, now_ns, &dropped));
    for (int i = 0; i < 3; i++)
        T_NOT(at_client_errors_admit(&errors, now_ns, &dropped));
    T_OK(at_client_errors_admit(&errors, now_ns + pause_ns, &dropped));
    T_EQ_SIZE(dropped, 3);
    T_NOT(at_client_errors_admit(&errors, now_ns + pause_ns, &dropped));
    at_client_errors_deinit(&errors);
}

T_MAIN()
