// axml.h: reading Android's binary XML, the form of AndroidManifest.xml
//
// A pull reader after AOSP's androidfw/ResourceTypes.h (ResXMLTree): open,
// then next until the end. Strings are decoded to UTF-8 on demand and stay
// valid until at_axml_deinit(). The document is a peer's; everything it says
// is checked, and a broken one is AT_EUSAGE.
#ifndef AT_WIRE_AXML_H
#define AT_WIRE_AXML_H

#include "base/arena.h"
#include "base/err.h"
#include "base/rd.h"
#include "base/str.h"

enum at_axml_event {
    AT_AXML_START, // name, depth and the attributes are set
    AT_AXML_END,   // depth is that of the element that ends
    AT_AXML_DONE,
    AT_AXML_BAD, // err is set
};

// Res_value's types, of which a manifest uses these.
enum at_axml_type {
    AT_AXML_NULL = 0x00,
    AT_AXML_REFERENCE = 0x01, // data is a resource id
    AT_AXML_STRING = 0x03,
    AT_AXML_INT_DEC = 0x10,
    AT_AXML_INT_HEX = 0x11,
    AT_AXML_BOOLEAN = 0x12,
};

struct at_axml_attr {
    uint32_t id;        // resource id of android:... attributes, else 0
    struct at_str name; // may be empty if id is set: packers strip it
    uint8_t type;       // enum at_axml_type or another of Res_value
    uint32_t data;      // of all types but STRING
    struct at_str text; // of STRING; elsewhere the source's text, if stored
};

struct at_axml_pool {
    struct at_str offsets; // borrowed, like bytes
    struct at_str bytes;
    size_t count;
    bool utf8;
    struct at_str *decoded; // owned: count views; ptr is NULL before its use
};

struct at_axml {
    struct at_rd rest; // chunks to come
    struct at_axml_pool pool;
    struct at_str ids;     // u32 resource ids of the first strings
    struct at_arena arena; // decoded strings
    size_t depth;          // of the current element; the root's is 1
    bool ended;            // the current element ended: leave it on next
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

// doc is initialised to AT_AXML_INIT by the caller, who calls deinit whether
// this succeeds or not. bytes is borrowed for as long as doc is used.
AT_CHECKED bool at_axml_open(struct at_str bytes, struct at_axml *doc,
                             struct at_err *err);
void at_axml_deinit(struct at_axml *doc); // safe twice

enum at_axml_event at_axml_next(struct at_axml *doc, struct at_err *err);

// The current element's attribute number i, below doc->attr_count.
AT_CHECKED bool at_axml_attr_at(struct at_axml *doc, size_t i,
                                struct at_axml_attr *out, struct at_err *err);

// Find by resource id, or by name among those without id where id is 0. *found
// says whether it exists; false means a broken document.
AT_CHECKED bool at_axml_find(struct at_axml *doc, uint32_t id,
                             struct at_str name, struct at_axml_attr *out,
                             bool *found, struct at_err *err);

// The value as a number: integers, booleans (0, 1), decimal text. False for
// anything else, references too.
bool at_axml_int(const struct at_axml_attr *attr, int64_t *out);

#endif
