// logins_test.c: cookies end with their logout, wrong tokens wait in a row
#include "server/logins.h"

#include "base/op.h"
#include "tests/t.h"

static const struct at_caller admin = {.name = "admin",
                                       .role = AT_ACCESS_ADMIN};
static const struct at_caller ci = {
    .name = "ci", .role = AT_ACCESS_RUN, .hash = "aa"};

static bool
has(struct at_logins *logins, struct at_str cookie)
{
    struct at_caller caller;
    return at_logins_find(logins, cookie, &caller);
}

T_TEST(a_logout_ends_its_own_login)
{
    struct at_logins logins;
    char one[AT_LOGIN_CHARS + 1];
    char other[AT_LOGIN_CHARS + 1];
    at_logins_init(&logins);
    T_NOT(has(&logins, AT_STR("")));
    at_logins_add(&logins, &admin, one);
    at_logins_add(&logins, &admin, other);
    T_OK(has(&logins, at_str(one)));
    T_OK(has(&logins, at_str(other)));
    at_logins_end(&logins, at_str(one));
    at_logins_end(&logins, AT_STR("unknown"));
    T_NOT(has(&logins, at_str(one)));
    T_OK(has(&logins, at_str(other)));
    T_NOT(has(&logins, AT_STR("")));
    at_logins_deinit(&logins);
}

T_TEST(a_login_has_its_clients_name_and_role)
{
    struct at_logins logins;
    char cookie[AT_LOGIN_CHARS + 1];
    struct at_caller caller = admin;
    at_logins_init(&logins);
    at_logins_add(&logins, &ci, cookie);
    T_OK(at_logins_find(&logins, at_str(cookie), &caller));
    T_EQ_TEXT(caller.name, "ci");
    T_EQ_TEXT(caller.hash, "aa");
    T_EQ_INT(caller.role, AT_ACCESS_RUN);
    at_logins_deinit(&logins);
}

T_TEST(the_oldest_login_makes_room_among_those_of_one_token)
{
    struct at_logins logins;
    char others[AT_LOGIN_CHARS + 1];
    char first[AT_LOGIN_CHARS + 1];
    char last[AT_LOGIN_CHARS + 1];
    at_logins_init(&logins);
    at_logins_add(&logins, &admin, others);
    at_logins_add(&logins, &ci, first);
    for (int i = 0; i < 2 * AT_LOGINS_MAX; i++)
        at_logins_add(&logins, &ci, last);
    T_NOT(has(&logins, at_str(first)));
    T_OK(has(&logins, at_str(last)));
    T_OK(has(&logins, at_str(others)));
    at_logins_deinit(&logins);
}

T_TEST(the_oldest_login_of_all_makes_room)
{
    struct at_logins logins;
    char first[AT_LOGIN_CHARS + 1];
    char last[AT_LOGIN_CHARS + 1];
    at_logins_init(&logins);
    at_logins_add(&logins, &admin, first);
    for (int i = 0; i < AT_LOGINS_MAX; i++) {
        struct at_caller one = {.role = AT_ACCESS_READ};
        snprintf(one.name, sizeof(one.name), "%d", i);
        at_logins_add(&logins, &one, last);
    }
    T_NOT(has(&logins, at_str(first)));
    T_OK(has(&logins, at_str(last)));
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
