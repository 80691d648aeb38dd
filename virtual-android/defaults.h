// defaults.h: the properties and settings that a device starts with
#ifndef VIRTUAL_ANDROID_DEFAULTS_H
#define VIRTUAL_ANDROID_DEFAULTS_H

#include <jansson.h>

// New references. avd NULL: a name made from the serial.
extern const char vd_defaults_json[]; // defaults.json

json_t *vd_default_props(int api_level, const char *serial, const char *avd);
json_t *vd_default_settings(void); // namespace -> name -> text

#endif
