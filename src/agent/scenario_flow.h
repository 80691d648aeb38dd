// scenario_flow.h: the flow files of a scenario that is a flow; pure
//
// {"file": "login.yaml", "files": {"login.yaml": text, "cat.png": {"base64":
// text}}, "env": {"USER": "{{USER}}"}}: everything that the flow needs, so that
// any host can run it. Paths are relative and stay in the workspace.
#ifndef AT_AGENT_SCENARIO_FLOW_H
#define AT_AGENT_SCENARIO_FLOW_H

#include <jansson.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

// Check a scenario's member "flow" and copy it. AT_EUSAGE names the
// member or file. NULL with err; owned by the caller.
json_t *at_scenario_flow_read(const json_t *flow, struct at_err *err);
// Append the content of a file. Return false if there is none of that path.
bool at_scenario_flow_file(const json_t *flow, const char *path,
                           struct at_buf *out);
// Return true for a relative path that does not leave its folder.
bool at_scenario_flow_is_path(struct at_str path);

#endif
