// bundle.h: the files that Maestro leaves for each flow; pure
//
// commands.json, manifest.json and logs/maestro.log as Maestro 2.8 writes them,
// which tools of others read. Additions to their objects are marked below.
#ifndef AT_MAESTRO_REPORT_BUNDLE_H
#define AT_MAESTRO_REPORT_BUNDLE_H

#include "maestro/mask.h"
#include "maestro/report/suite.h"

// Append an array with a row for each execution of a command: {"command",
// "metadata": {"status", "timestamp", "duration", "sequenceNumber", "depth",
// "error", "artifacts"}}. Ours: "description", "note", "file", "line".
void at_maestro_commands_json(const struct at_maestro_result *result,
                              const struct at_maestro_masking *masking,
                              struct at_buf *out);

// Append what is in the folder, by kind. The log and commands.json are taken
// to be there.
void at_maestro_manifest_json(const struct at_maestro_result *result,
                              struct at_buf *out);

// Append a line for each step.
void at_maestro_log(const struct at_maestro_suite *suite,
                    const struct at_maestro_result *result, struct at_buf *out);

#endif
