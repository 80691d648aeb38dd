// audit.h: who ran, stopped, accepted, approved, changed or removed what
//
// AT_STORE_AUDIT, one document an entry: {"what","kind","target","label",
// "before","after","name","role","address"}. It is never changed, and ends with
// its age: the newest AT_AUDIT_MAX entries are kept.
#ifndef AT_TESTER_ACCESS_AUDIT_H
#define AT_TESTER_ACCESS_AUDIT_H

#include "store/store.h"
#include "tester/access/roles.h"

#define AT_AUDIT_MAX ((size_t)20000)          // entries that are kept
#define AT_AUDIT_TEXT_MAX_BYTES ((size_t)120) // one text of an entry

struct at_audit_entry {
    const char *what; // a verb: "changed"
    enum at_store_kind kind;
    struct at_str target; // its id; "": none, or several
    const json_t *was;    // the removed document; NULL: as it is stored
    int64_t before;       // its revisions; 0: it was, or is, not there
    int64_t after;
    const char *name;    // who did it
    enum at_access role; // AT_ACCESS_NONE: by the command line or a schedule
    const char *address; // the client's; "": none
};

// The kinds' names for people: "scenario".
extern const char *const at_audit_kinds[AT_STORE_KINDS];

// Append an entry; now and then, remove those that are too many. A failure is
// logged: what was done is done.
void at_audit_write(struct at_store_db *store,
                    const struct at_audit_entry *entry);
// An entry as clients see it: {"id","at","by", …}, with the label that the
// target has now, or "removed". Owned by the caller.
json_t *at_audit_json(struct at_store_db *store,
                      const struct at_store_doc *doc);
// Remove all but the newest entries.
AT_CHECKED bool at_audit_prune(struct at_store_db *store, size_t keep,
                               struct at_err *err);

#endif
