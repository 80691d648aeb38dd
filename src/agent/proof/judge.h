// judge.h: asks a second model about a step that passed, and reads its answer;
// pure
//
// The model sees one step without history: its words, its actions, the checks
// that held, and the screen before and after, all without secrets. Text from
// the app is marked as such. The answer can only lower a verdict
// (agent/proof/verdict.h).
#ifndef AT_AGENT_PROOF_JUDGE_H
#define AT_AGENT_PROOF_JUDGE_H

#include "agent/guards/secrets.h"
#include "agent/proof/verdict.h"

// Limits of a question and its answer.
enum {
    AT_JUDGE_SCREEN_MAX_BYTES = 8 * 1024, // each of the step's two screens
    AT_JUDGE_LINE_MAX_BYTES = 300,        // one action or check
    AT_JUDGE_LINES_MAX = 30,              // actions, and again checks
    AT_JUDGE_ANSWER_MAX_BYTES = 16 * 1024,
    AT_JUDGE_REASON_MAX_BYTES = 240,
};

// Append the system prompt. marker is random for each run.
void at_judge_prompt_system(struct at_str marker, struct at_buf *out);

struct at_judge_question {
    const struct at_verdicts *verdicts; // loaded, with a scenario
    size_t step;                        // index of a step that has ended
    const struct at_secrets *secrets;   // NULL: none
    struct at_str marker;
};
// Append the user's message.
void at_judge_prompt_user(const struct at_judge_question *question,
                          struct at_buf *out);

struct at_judge_answer {
    enum at_opinion opinion; // UNKNOWN: the answer cannot be read
    char reason[AT_JUDGE_REASON_MAX_BYTES + 1]; // its words, or the fault
};
// Read {"agrees":"yes"|"no","reason":"…"}. Prose and fences around it are
// skipped. Two answers are invalid, and so is a "no" without a reason.
void at_judge_answer_read(struct at_str answer, struct at_judge_answer *out);

// Append a scene as indented lines, one for each element, up to
// AT_JUDGE_SCREEN_MAX_BYTES.
void at_judge_screen_write(const struct at_scene *scene,
                           const struct at_secrets *secrets,
                           struct at_buf *out);

#endif
