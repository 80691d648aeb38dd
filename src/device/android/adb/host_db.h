// host_db.h: read a copy of an app's database with this machine's sqlite
#ifndef AT_DEVICE_ANDROID_ADB_HOST_DB_H
#define AT_DEVICE_ANDROID_ADB_HOST_DB_H

#include "base/op.h"
#include "device/device.h"

// The files' contents on the device; wal and journal may be empty.
struct at_host_db {
    struct at_str main;
    struct at_str wal;
    struct at_str journal;
};

// Run reading statements on a private copy, in sqlite3's list format: '|'
// between columns, NULL as nothing, blobs as x'…'. A statement that would
// write, attach or load is AT_EUNSUPPORTED, since the app would never see it;
// an error of sqlite is AT_EDEVICE with its message, and with the names of the
// tables if one is missing.
AT_CHECKED bool at_host_db_query(const struct at_op *op,
                                 const struct at_host_db *db, struct at_str sql,
                                 struct at_db_result *out, struct at_err *err);

#endif
