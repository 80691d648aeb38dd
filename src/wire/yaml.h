// yaml.h: hand-written YAML as JSON values; bounded
//
// One document of mappings, lists and scalars, by YAML 1.2's core schema: plain
// null, true, false and numbers have their type, everything else is a text
// ("yes" and "on" too). Aliases, and tags other than !!str, are refused: nested
// aliases could expand to any amount of memory. JSON documents are accepted
// too.
#ifndef AT_WIRE_YAML_H
#define AT_WIRE_YAML_H

#include <jansson.h>

#include "base/err.h"
#include "base/str.h"

// Parse YAML. The caller owns the result; NULL with AT_EUSAGE, line and column
// if text is invalid, with AT_ELIMIT if it is longer than AT_YAML_MAX_BYTES,
// deeper than AT_JSON_MAX_DEPTH or has more than AT_JSON_MAX_VALUES values.
json_t *at_yaml_parse(struct at_str text, struct at_err *err);

#endif
