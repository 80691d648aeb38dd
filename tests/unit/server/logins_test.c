// logins_test.c: cookies end with their logout, wrong tokens wait in a row
#include "server/logins.h"

#include "base/op.h"
#include "tests/t.h"

T_TEST(a_logout_ends_its_own_login)
{
    struct at_logins logins;
    char one[AT_LOGIN_CHARS + 1];
    char other[AT_LOGIN_CHARS + 1];
    at_logins_init(&logins);
    T_NOT(at_logins_has(&logins, AT_STR("")));
    at_logins_add(&logins, one);
    at_logins_add(&logins, other);
    T_OK(at_logins_has(&logins, at_str(one)));
    T_OK(at_logins_has(&logins, at_str(other)));
    at_logins_end(&logins, at_str(one));
    at_logins_end(&logins, AT_STR("unknown"));
    T_NOT(at_logins_has(&logins, at_str(one)));
    T_OK(at_logins_has(&logins, at_str(other)));
    T_NOT(at_logins_has(&logins, AT_STR("")));
    at_logins_deinit(&logins);
}

T_TEST(the_oldest_login_makes_room)
{
    struct at_logins logins;
    char first[AT_LOGIN_CHARS + 1];
    char last[AT_LOGIN_CHARS + 1];
    at_logins_init(&logins);
    at_logins_add(&logins, first);
    for (int i = 0; i < AT_LOGINS_MAX; i++)
        at_logins_add(&logins, last);
    T_NOT(at_logins_has(&logins, at_str(first)));
    T_OK(at_logins_has(&logins, at_str(last)));
    at_logins_deinit(&logins);
}

T_TEST(wrong_tokens_are_answered_one_after_the_other)
{
    enum { HELD = AT_LOGIN_QUEUE_MS / AT_LOGIN_PAUSE_MS };
    struct at_logins logins;
    const int64_t now_ns = 5000 * AT_NS_PER_MS;
    const int64_t pause_ns = AT_LOGIN_PAUSE_MS * AT_NS_PER_MS;
    at_logins_init(&logins);
    for (int i = 1; i <= HELD; i++) {
        T_NOT(at_logins_crowded(&logins, now_ns));
        T_EQ_INT(at_logins_punish(&logins, now_ns), now_ns + i * pause_ns);
    }
    at_logins_punish(&logins, now_ns);
    T_OK(at_logins_crowded(&logins, now_ns));
    T_NOT(at_logins_crowded(&logins, now_ns + 2 * pause_ns));
    T_EQ_INT(at_logins_punish(&logins, 4 * now_ns),
             4 * now_ns + pause_ns); // the row is empty now
    at_logins_deinit(&logins);
}

T_MAIN()
