// roles_test.c: who may do what, as a table
#include "tester/access/roles.h"

#include "tests/t.h"

T_TEST(each_role_may_do_what_those_before_it_may)
{
    // A row is what the client has, a column what is needed.
    static const char *const may[AT_ACCESSES] = {
        [AT_ACCESS_NONE] = "-----",  [AT_ACCESS_READ] = "-R---",
        [AT_ACCESS_RUN] = "-RR--",   [AT_ACCESS_EDIT] = "-RRR-",
        [AT_ACCESS_ADMIN] = "RRRRR",
    };
    for (int has = 0; has < AT_ACCESSES; has++) {
        for (int needs = 0; needs < AT_ACCESSES; needs++) {
            T_ROW(at_access_names[has]);
            T_EQ_INT(at_access_may((enum at_access)has, (enum at_access)needs),
                     may[has][needs] == 'R');
        }
    }
    T_NOT(at_access_may((enum at_access)AT_ACCESSES, AT_ACCESS_READ));
    T_NOT(at_access_may(AT_ACCESS_EDIT, (enum at_access)AT_ACCESSES));
}

T_TEST(names_are_roles)
{
    static const struct {
        const char *name;
        enum at_access role;
    } rows[] = {
        {"read", AT_ACCESS_READ},  {"run", AT_ACCESS_RUN},
        {"edit", AT_ACCESS_EDIT},  {"admin", AT_ACCESS_ADMIN},
        {"none", AT_ACCESS_NONE},  {"", AT_ACCESS_NONE},
        {"Admin", AT_ACCESS_NONE}, {"admin ", AT_ACCESS_NONE},
        {"adm", AT_ACCESS_NONE},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        T_EQ_INT(at_access_find(at_str(rows[i].name)), rows[i].role);
    }
}

T_MAIN()
