// flow_export.h: a recording of a scenario as the text of a flow; pure
//
// Elements keep the names by which the recording finds them; a text that an
// assertion held by is asserted. A secret {{NAME}} becomes the variable
// ${NAME}. What a flow has no command for stands as a comment in its place, so
// that nothing is left out in silence.
#ifndef AT_TESTER_FLOW_FLOW_EXPORT_H
#define AT_TESTER_FLOW_FLOW_EXPORT_H

#include "agent/recipe/recipe.h"
#include "agent/scenario.h"
#include "base/buf.h"
#include "base/err.h"

// Append the flow. Fails for a text that no file can hold.
AT_CHECKED bool at_flow_export(const struct at_scenario *scenario,
                               const struct at_recipe *recipe,
                               struct at_buf *out, struct at_err *err);

#endif
