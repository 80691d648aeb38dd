// flow_text.h: a flow's values as the text of a flow file; pure
//
// The reverse of maestro/read: the reader reads what is written here back to
// the same values. What has its default isn't written, a command that needs one
// value only is written in its short form, and a text that would not be read as
// it is has quotes. Comments and the order of keys of a flow that was read are
// lost. A subflow that stands in a file of its own is named, not written.
//
//     struct at_maestro_command rows[2];
//     at_maestro_command_init("launchApp", &rows[0]); // read/commands.h
//     at_maestro_command_init("inputText", &rows[1]);
//     rows[1].text = AT_STR("No");
//     flow.commands = (struct at_maestro_commands){rows, 2};
//     ok = at_maestro_flow_write(&flow, &out, &err);
#ifndef AT_MAESTRO_WRITE_FLOW_TEXT_H
#define AT_MAESTRO_WRITE_FLOW_TEXT_H

#include "base/buf.h"
#include "base/err.h"
#include "maestro/flow.h"

// Append a whole file. Fails for a text that no file can hold (NUL bytes,
// malformed UTF-8), and for a command whose name is none of its kind's.
bool at_maestro_flow_write(const struct at_maestro_flow *flow,
                           struct at_buf *out, struct at_err *err);

// Append commands alone, each behind a dash. app_id: the flow's, which commands
// don't repeat; empty: none.
bool at_maestro_commands_write(const struct at_maestro_commands *commands,
                               struct at_str app_id, struct at_buf *out,
                               struct at_err *err);

#endif
