// sqlite_schema.h: tables of the store, and migration of older files
#ifndef AT_STORE_SQLITE_SCHEMA_H
#define AT_STORE_SQLITE_SCHEMA_H

#include "store/sqlite_link.h"

// Migrate the file from its version (0 is an empty file) to this program's, in
// one transaction. AT_EUSAGE for a file of a newer or a different program.
AT_CHECKED bool at_sqlite_migrate(struct at_sqlite_link *link,
                                  struct at_err *err);
// Write the version again, which fails as any other write would.
AT_CHECKED bool at_sqlite_touch(struct at_sqlite_link *link,
                                struct at_err *err);

#endif
