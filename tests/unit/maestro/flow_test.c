// flow_test.c: every kind of command has the name that people write
#include "maestro/flow.h"

#include "tests/t.h"

T_TEST(every_kind_has_its_own_name)
{
    for (size_t kind = 0; kind < AT_MAESTRO_KINDS; kind++) {
        T_OK(at_maestro_kind_names[kind] != NULL);
        for (size_t other = 0; other < kind; other++)
            T_NOT(strcmp(at_maestro_kind_names[kind],
                         at_maestro_kind_names[other]) == 0);
    }
    T_EQ_TEXT(at_maestro_kind_names[AT_MAESTRO_TAP_ON], "tapOn");
    T_EQ_TEXT(at_maestro_kind_names[AT_MAESTRO_ASSERT_NO_DEFECTS_WITH_AI],
              "assertNoDefectsWithAI");
}

T_MAIN()
