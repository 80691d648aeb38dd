#include "sys/trust.h"

#include "sys/file.h"
#include "tests/t.h"

// Tests run in the project's root.
T_TEST(trust_takes_the_first_that_exists)
{
    static const char *const places[] = {"no/such.crt", "tests/t.h", "LICENSE",
                                         NULL};
    T_EQ_TEXT(at_trust_first(places), "tests/t.h");
}

T_TEST(trust_of_no_place_is_null)
{
    static const char *const none[] = {"no/such.crt", "no/other.pem", NULL};
    static const char *const empty[] = {NULL};
    T_NULL(at_trust_first(none));
    T_NULL(at_trust_first(empty));
}

T_TEST(trust_file_exists_or_is_null)
{
    const char *file = at_trust_file();
    T_OK(!file || at_file_exists(file));
}

T_MAIN()
