// yaml.h: YAML that people write, as JSON values; bounded
//
// One document of mappings, lists and scalars, by YAML 1.2's core schema: plain
// null, true, false and numbers are what they look like, everything else is a
// text ("yes" and "on" too). Aliases, and tags other than !!str, are refused:
// an alias of aliases could ask for any amount of memory. A JSON document is
// read as well.
#ifndef AT_WIRE_YAML_H
#define AT_WIRE_YAML_H

#include <jansson.h>

#include "base/err.h"
#include "base/str.h"

// NULL with AT_EUSAGE, naming line and column, if text is no such YAML, or
// AT_ELIMIT if it is longer than AT_YAML_MAX_BYTES, deeper than
// AT_JSON_MAX_DEPTH or has more than AT_JSON_MAX_VALUES values. The caller owns
// the result.
json_t *at_yaml_parse(struct at_str text, struct at_err *err);

#endif
