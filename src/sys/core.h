// core.h: no image of this process's memory on disk
#ifndef AT_SYS_CORE_H
#define AT_SYS_CORE_H

// A crash leaves no core dump of this process, nor of those that it starts: it
// would hold the texts that people type. For the beginning of main().
void at_core_forbid(void);

#endif
