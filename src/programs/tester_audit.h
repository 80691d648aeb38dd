// tester_audit.h: what the command line changes, for the audit
#ifndef AT_PROGRAMS_TESTER_AUDIT_H
#define AT_PROGRAMS_TESTER_AUDIT_H

#include "store/store.h"

// Note that this user did it ("changed") to the document by a command.
void at_tester_audit(struct at_store_db *store, const char *what,
                     enum at_store_kind kind, struct at_str id);

#endif
