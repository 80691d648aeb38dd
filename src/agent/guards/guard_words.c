// guard_words.c: the purpose of each list of guard_words.txt
#include "agent/guards/guard_words.h"

#include "agent/guards/guard_lists.h"

static const struct at_guard_words none = {NULL, 0};

const struct at_guard_rule_row at_guard_rules[AT_GUARD_RULE_COUNT] = {
    [AT_GUARD_ACCOUNT] = {.name = "delete account",
                          .does = "would delete or close an account",
                          .phrases = &at_guard_list_account,
                          .alone = &at_guard_list_account_alone,
                          .verbs = &none},
    [AT_GUARD_PAY] = {.name = "pay",
                      .does = "would pay or order something",
                      .phrases = &at_guard_list_pay,
                      .verbs = &at_guard_list_pay_verbs,
                      .alone = &at_guard_list_pay_alone},
    [AT_GUARD_MONEY] = {.name = "send money",
                        .does = "would move money",
                        .phrases = &at_guard_list_money,
                        .verbs = &at_guard_list_money_verbs,
                        .alone = &at_guard_list_money_alone},
    [AT_GUARD_UNINSTALL] = {.name = "uninstall",
                            .does = "would remove an app",
                            .phrases = &at_guard_list_uninstall,
                            .verbs = &at_guard_list_uninstall_verbs,
                            .alone = &none},
    [AT_GUARD_ERASE] = {.name = "erase data",
                        .does = "would erase data or reset the device",
                        .phrases = &at_guard_list_erase,
                        .alone = &at_guard_list_erase_alone,
                        .verbs = &none},
    [AT_GUARD_EMERGENCY] = {.name = "emergency call",
                            .does = "would call the emergency services",
                            .phrases = &at_guard_list_emergency,
                            .verbs = &none,
                            .alone = &none},
};

const struct at_guard_words *const at_guard_sets[AT_GUARD_SET_COUNT] = {
    [AT_GUARD_CONFIRMS] = &at_guard_list_confirms,
    [AT_GUARD_REFUSES] = &at_guard_list_refuses,
    [AT_GUARD_BESIDE_VERBS] = &at_guard_list_beside,
    [AT_GUARD_NOT_A_VERB] = &at_guard_list_not_verb,
    [AT_GUARD_NEGATES] = &at_guard_list_negates,
    [AT_GUARD_LOOKS] = &at_guard_list_looks,
    [AT_GUARD_STATES] = &at_guard_list_states,
    [AT_GUARD_ACTS] = &at_guard_list_acts,
    [AT_GUARD_THENS] = &at_guard_list_thens,
    [AT_GUARD_SPEAKS] = &at_guard_list_speaks,
    [AT_GUARD_PAYS_TOO] = &at_guard_list_pays_too,
    [AT_GUARD_MAYS] = &at_guard_list_mays,
    [AT_GUARD_WARNS] = &at_guard_list_warns,
    [AT_GUARD_VIEWS] = &at_guard_list_views,
    [AT_GUARD_CHARGES] = &at_guard_list_charges,
    [AT_GUARD_CURRENCIES] = &at_guard_list_currencies,
    [AT_GUARD_SLIDES] = &at_guard_list_slides,
};
