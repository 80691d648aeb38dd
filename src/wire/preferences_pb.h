// preferences_pb.h: the file of an Android DataStore of preferences
//
// It is one protobuf message of androidx.datastore, "PreferenceMap":
//
//   message PreferenceMap { map<string, Value> preferences = 1; }
//   message Value { oneof value { bool boolean = 1; float float = 2;
//     int32 integer = 3; int64 long = 4; string string = 5;
//     StringSet string_set = 6; double double = 7; bytes bytes = 8; } }
//   message StringSet { repeated string strings = 1; }
#ifndef AT_WIRE_PREFERENCES_PB_H
#define AT_WIRE_PREFERENCES_PB_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

#define AT_PREFERENCES_PB_ENDING ".preferences_pb"

// Append the values as XML in the format of SharedPreferences. A value of
// another type becomes an element "unknown". Fails with AT_EPROTO if the
// message does not match (an encrypted one, for example), with AT_ELIMIT if out
// is full.
AT_CHECKED bool at_preferences_pb_write(struct at_str message,
                                        struct at_buf *out, struct at_err *err);

#endif
