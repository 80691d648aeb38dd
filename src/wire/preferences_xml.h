// preferences_xml.h: one value of a SharedPreferences file
//
// The files are XML of one form: a <map> with an element for each value, whose
// name is an attribute and whose value is another one or its text.
#ifndef AT_WIRE_PREFERENCES_XML_H
#define AT_WIRE_PREFERENCES_XML_H

#include "base/buf.h"
#include "base/str.h"

enum at_preference {
    AT_PREFERENCE_ABSENT,
    AT_PREFERENCE_THERE,
    AT_PREFERENCE_MALFORMED, // xml is not such a file, or ends too early
};

// Append the value of key to out; of a set, a line for each text.
enum at_preference at_preferences_value(struct at_str xml, struct at_str key,
                                        struct at_buf *out);

#endif
