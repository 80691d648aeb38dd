// output.h: results on stdout, talk on stderr
#ifndef AT_CLI_OUTPUT_H
#define AT_CLI_OUTPUT_H

#include <jansson.h>

#include "cli/given.h"

struct at_output {
    enum at_output_mode mode;
    bool quiet;
    bool verbose;
    bool colour;    // stdout is a terminal, and NO_COLOR is not set
    bool progress;  // stderr is a terminal: one line that is rewritten
    bool line_open; // such a line is there
    bool done;      // the result is out
};

struct at_output at_output_of(const struct at_given *given);

// An event while the command runs.
void at_output_event(struct at_output *output, const json_t *event);
// The end: the envelope as the mode wants it. False where stdout is gone.
bool at_output_result(struct at_output *output, const json_t *envelope);
// A line that another process of this program made, as JSON modes print it:
// an event, or what at_output_result() is then not to print.
bool at_output_line(struct at_output *output, struct at_str line,
                    bool is_result);
// A failure to even begin, with no envelope but the one that is made here.
int at_output_failure(struct at_output *output, const struct at_given *given,
                      const struct at_err *err);

#endif
