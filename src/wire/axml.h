// axml.h: reader of Android's binary XML, as used by AndroidManifest.xml
//
// A pull reader modelled on AOSP's androidfw/ResourceTypes.h (ResXMLTree):
// open, then next until the end. Strings are decoded to UTF-8 on demand and
// stay valid until at_axml_deinit(). The document is untrusted: all of it is
// checked, and a malformed one is AT_EUSAGE.
#ifndef AT_WIRE_AXML_H
#define AT_WIRE_AXML_H

#include "base/arena.h"
#include "base/err.h"
#include "base/rd.h"
#include "base/str.h"

enum at_axml_event {
    AT_AXML_START, // name, depth and attributes are set
    AT_AXML_END,   // depth is that of the ending element
    AT_AXML_DONE,
    AT_AXML_BAD, // err is set
};

// The types of Res_value used by manifests.
enum at_axml_type {
    AT_AXML_NULL = 0x00,
    AT_AXML_REFERENCE = 0x01, // data is a resource id
    AT_AXML_STRING = 0x03,
    AT_AXML_INT_DEC = 0x10,
    AT_AXML_INT_HEX = 0x11,
    AT_AXML_BOOLEAN = 0x12,
};

struct at_axml_attr {
    uint32_t id;        // resource id of an android:... attribute, else 0
    struct at_str name; // may be empty if id is set: packers strip it
    uint8_t type;       // enum at_axml_type or another of Res_value
    uint32_t data;      // value of all types but STRING
    struct at_str text; // STRING, or the source text if stored
};

struct at_axml_pool {
    struct at_str offsets; // borrowed, like bytes
    struct at_str bytes;
    size_t count;
    bool utf8;
    struct at_str *decoded; // owned: count views; ptr is NULL until first used
};

struct at_axml {
    struct at_rd rest; // remaining chunks
    struct at_axml_pool pool;
    struct at_str ids;     // u32 resource ids of the first strings
    struct at_arena arena; // decoded strings
    size_t depth;          // depth of the current element; the root has 1
    bool ended;            // at_axml_next() leaves it
    // The current element.
    struct at_str name;
    struct at_str attrs;
    size_t attr_count;
    size_t attr_size;
};

#define AT_AXML_INIT                                                           \
    {                                                                          \
        .depth = 0                                                             \
    }

// Open a document. The caller initialises doc to AT_AXML_INIT and calls
// at_axml_deinit() even after a failure. bytes is borrowed for the lifetime of
// doc.
AT_CHECKED bool at_axml_open(struct at_str bytes, struct at_axml *doc,
                             struct at_err *err);
void at_axml_deinit(struct at_axml *doc); // safe twice

enum at_axml_event at_axml_next(struct at_axml *doc, struct at_err *err);

// Read the i-th attribute of the current element; i < doc->attr_count.
AT_CHECKED bool at_axml_attr_at(struct at_axml *doc, size_t i,
                                struct at_axml_attr *out, struct at_err *err);

// Find an attribute by resource id or, if id is 0, by name among those without
// an id. *found tells whether it exists; false means that the document is
// malformed.
AT_CHECKED bool at_axml_find(struct at_axml *doc, uint32_t id,
                             struct at_str name, struct at_axml_attr *out,
                             bool *found, struct at_err *err);

// Read the value as a number: integer, boolean (0, 1) or decimal text. Return
// false for all other types, including references.
bool at_axml_int(const struct at_axml_attr *attr, int64_t *out);

#endif
