// core.h: prevents core dumps of this process
#ifndef AT_SYS_CORE_H
#define AT_SYS_CORE_H

// Disable core dumps of this process and its children, because they could
// contain typed texts. Call it at the start of main().
void at_core_forbid(void);

#endif
