// launch.h: the command by which a client starts agentest
#ifndef AT_SETUP_LAUNCH_H
#define AT_SETUP_LAUNCH_H

#include "base/argv.h"

// May be set by a launcher: "npx", "pnpm", "bunx" or "uvx".
#define AT_SETUP_LAUNCHED_BY "AGENTEST_LAUNCHED_BY"

// Add the words: `npx -y agentest-mcp`, `uvx agentest-mcp` and the like if one
// of these has fetched this program for one run, else its absolute path. The
// path is the one by which it was started, with its links: the place that a
// link leads to often has a version in it, and is gone after an upgrade.
void at_setup_launch_words(const char *argv0, struct at_argv *out);

#endif
