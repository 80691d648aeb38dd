// expr.h: ${...} in an app's texts, and the conditions of its rules
#ifndef VIRTUAL_ANDROID_MODEL_EXPR_H
#define VIRTUAL_ANDROID_MODEL_EXPR_H

#include <jansson.h>
#include <stdbool.h>

struct vd_app;
struct vd_device;

// The caller owns the text.
char *vd_expand(struct vd_device *device, struct vd_app *app, const char *text);
bool vd_condition(struct vd_device *device, struct vd_app *app, json_t *cond);
json_t *vd_bind_row(json_t *row_template, json_t *row); // a new reference

#endif
