// proof_words.h: what the words of a step ask for; pure, for proof.c
#ifndef AT_AGENT_PROOF_PROOF_WORDS_H
#define AT_AGENT_PROOF_PROOF_WORDS_H

#include "agent/proof/proof.h"

enum { AT_CLAIM_NEAR_BIT = AT_CLAIM_KINDS }; // a TEXT with "near"

// Return true if one of the step's quoted texts has the words.
bool at_step_quotes(struct at_str step, struct at_str words);
// Return true if the step names text: it quotes it, or writes it with a capital
// in the middle of a sentence, as names are.
bool at_step_names(struct at_str step, struct at_str text);
// Return the tool for the kind of assertion that the step needs and has not had
// since its last action; NULL: none. "Large text is still on" needs a state.
const char *at_step_lacks_kind(struct at_str step,
                               const struct at_ledger *ledger);

// Return true if the step asks to look for something by typing it.
bool at_step_asks_search(struct at_str step);
// Return true if text has the words directly behind a negation: "No notes yet"
// has "notes". Words that begin with the negation themselves are not denied.
bool at_text_denies(struct at_str text, struct at_str words);
// Return true if the step asks for the app to be ended or started again.
bool at_step_asks_restart(struct at_str step);

#endif
