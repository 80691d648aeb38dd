// watcher.h: sends what this program does to the recorder of the device
#ifndef AT_MAESTRO_RECORD_WATCHER_H
#define AT_MAESTRO_RECORD_WATCHER_H

#include "base/err.h"

// Let a recorder (`mobile-dev-agent record`) see what this program does to
// apps. Costs an attempt to open a pipe before each flow of steps. name: the
// program's, a literal. Called once, before there are threads.
void at_maestro_watch(const char *name);

// Return the path of the pipe at which the recorder of a device listens, owned
// by the caller; NULL with err.
char *at_maestro_record_path(const char *serial, struct at_err *err);

#endif
