// sqlite_schema.h: the tables of the store, and how an older file becomes ours
#ifndef AT_STORE_SQLITE_SCHEMA_H
#define AT_STORE_SQLITE_SCHEMA_H

#include "store/sqlite_link.h"

// Bring the file from whatever version it has, 0 being an empty one, to this
// program's, in one transaction. AT_EUSAGE for a file of a newer program, or of
// another one.
AT_CHECKED bool at_sqlite_migrate(struct at_sqlite_link *link,
                                  struct at_err *err);

#endif
