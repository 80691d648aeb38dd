// sandbox_other.c: systems without a filter of system calls that we use
//
// A script has no function that reaches a file or the network; the limits stand
// behind that. macOS has a sandbox for processes, deprecated and without a
// successor.
#include "maestro/script/sandbox.h"

const char *
at_sandbox_close(void)
{
    at_sandbox_limit();
    return "limits";
}
