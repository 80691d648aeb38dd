// saved_files.h: how long the files stay that at_reply_save() has written
#ifndef AT_MCP_TOOLS_SAVED_FILES_H
#define AT_MCP_TOOLS_SAVED_FILES_H

#include <stdbool.h>

// Remove the saved files of a folder that are older than a week, and the oldest
// of the rest beyond 512 MiB. Touches no file of another name. At most once an
// hour in this process; failures are silent.
void at_saved_files_tidy(const char *folder);
// Return true for a name that at_reply_save() gives:
// "ui-tree-1790000000000.txt".
bool at_saved_files_has(const char *name);

#endif
