// guard_lists.h: the lists of guard_words.txt; pure
//
// tools/guard_words.py writes their rows into guard_lists.c during the build.
#ifndef AT_AGENT_GUARDS_GUARD_LISTS_H
#define AT_AGENT_GUARDS_GUARD_LISTS_H

#include "agent/guards/guard_words.h"

extern const struct at_guard_words at_guard_list_account;
extern const struct at_guard_words at_guard_list_pay;
extern const struct at_guard_words at_guard_list_pay_verbs;
extern const struct at_guard_words at_guard_list_money;
extern const struct at_guard_words at_guard_list_money_verbs;
extern const struct at_guard_words at_guard_list_uninstall;
extern const struct at_guard_words at_guard_list_uninstall_verbs;
extern const struct at_guard_words at_guard_list_erase;
extern const struct at_guard_words at_guard_list_emergency;
extern const struct at_guard_words at_guard_list_confirms;
extern const struct at_guard_words at_guard_list_refuses;
extern const struct at_guard_words at_guard_list_beside;
extern const struct at_guard_words at_guard_list_not_verb;
extern const struct at_guard_words at_guard_list_negates;
extern const struct at_guard_words at_guard_list_looks;
extern const struct at_guard_words at_guard_list_states;
extern const struct at_guard_words at_guard_list_acts;
extern const struct at_guard_words at_guard_list_thens;
extern const struct at_guard_words at_guard_list_speaks;
extern const struct at_guard_words at_guard_list_pay_alone;
extern const struct at_guard_words at_guard_list_money_alone;
extern const struct at_guard_words at_guard_list_erase_alone;
extern const struct at_guard_words at_guard_list_account_alone;
extern const struct at_guard_words at_guard_list_mays;
extern const struct at_guard_words at_guard_list_warns;
extern const struct at_guard_words at_guard_list_views;
extern const struct at_guard_words at_guard_list_charges;
extern const struct at_guard_words at_guard_list_currencies;
extern const struct at_guard_words at_guard_list_slides;
extern const struct at_guard_words at_guard_list_pays_too;
extern const struct at_guard_words at_guard_list_fillers;
extern const struct at_guard_words at_guard_list_restarts;
extern const struct at_guard_words at_guard_list_searches;

#endif
