// output.h: results on stdout, messages on stderr
#ifndef AT_CLI_OUTPUT_H
#define AT_CLI_OUTPUT_H

#include <jansson.h>

#include "cli/commands.h"

struct at_output {
    enum at_output_mode mode;
    bool quiet;
    bool verbose;
    bool colour;    // stdout is a terminal, and NO_COLOR is not set
    bool progress;  // stderr is a terminal: one line that is rewritten
    bool line_open; // the progress line is on the screen
    bool done;      // the result was printed
};

struct at_output at_output_of(const struct at_arguments *args);

// Print an event while the command runs.
void at_output_event(struct at_output *output, const json_t *event);
// Print the envelope, unless it was. Fails if stdout is closed.
bool at_output_result(struct at_output *output, const json_t *envelope);
// Print a line that another process of this program has written for a JSON
// mode: an event, or the result, which at_output_result() then does not repeat.
bool at_output_line(struct at_output *output, struct at_str line,
                    bool is_result);
// Print the failure of a command that cannot start. Return the exit status.
int at_output_failure(struct at_output *output, const struct at_arguments *args,
                      const struct at_err *err);

#endif
