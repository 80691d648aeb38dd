// prefs.c: preferences of an app, as the files that a device has
//
// /data/data/<package>/shared_prefs/NAME.xml, as XmlUtils.writeMapXml() writes
// it.
#include "virtual-android/model/store.h"

#include <expat.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/files.h"
#include "virtual-android/model/state.h"

static void
escape(struct at_buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            at_buf_add_text(out, "&amp;");
        else if (*text == '<')
            at_buf_add_text(out, "&lt;");
        else if (*text == '>')
            at_buf_add_text(out, "&gt;");
        else if (*text == '"')
            at_buf_add_text(out, "&quot;");
        else
            at_buf_add_char(out, *text);
    }
}

static void
write_entry(struct at_buf *out, const char *key, json_t *value)
{
    struct at_buf name = AT_BUF_INIT(AT_MIB);
    escape(&name, key);
    const char *k = at_buf_text(&name);
    if (json_is_string(value)) {
        at_buf_add_fmt(out, "    <string name=\"%s\">", k);
        escape(out, json_string_value(value));
        at_buf_add_text(out, "</string>\n");
    } else if (json_is_boolean(value)) {
        at_buf_add_fmt(out, "    <boolean name=\"%s\" value=\"%s\" />\n", k,
                       json_is_true(value) ? "true" : "false");
    } else if (json_is_real(value)) {
        at_buf_add_fmt(out, "    <float name=\"%s\" value=\"%g\" />\n", k,
                       json_real_value(value));
    } else if (json_is_integer(value)) {
        long long n = json_integer_value(value);
        bool is_int = n >= INT32_MIN && n <= INT32_MAX;
        at_buf_add_fmt(out, "    <%s name=\"%s\" value=\"%lld\" />\n",
                       is_int ? "int" : "long", k, n);
    } else if (json_is_array(value)) {
        size_t i;
        json_t *item;
        at_buf_add_fmt(out, "    <set name=\"%s\">\n", k);
        json_array_foreach(value, i, item)
        {
            at_buf_add_text(out, "        <string>");
            escape(out, json_is_string(item) ? json_string_value(item) : "");
            at_buf_add_text(out, "</string>\n");
        }
        at_buf_add_text(out, "    </set>\n");
    }
    at_buf_deinit(&name);
}

static char *
prefs_path(struct vd_app *app, const char *file)
{
    return at_strfmt("/data/data/%s/shared_prefs/%s.xml", app->package, file);
}

void
vd_prefs_write(struct vd_device *device, struct vd_app *app, const char *file,
               json_t *values)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    const char *key;
    json_t *value;
    at_buf_add_text(&out, "<?xml version='1.0' encoding='utf-8' "
                          "standalone='yes' ?>\n<map>\n");
    json_object_foreach(values, key, value) write_entry(&out, key, value);
    at_buf_add_text(&out, "</map>\n");
    char *path = prefs_path(app, file);
    if (!vd_files_write(device->files, path, at_buf_str(&out), &err))
        vd_log(device, app, 'E', "SharedPreferencesImpl", "%s", err.msg);
    free(path);
    at_buf_deinit(&out);
}

struct prefs_reader {
    json_t *values;
    char *name; // current <string> or <set>
    json_t *set;
    struct at_buf text;
};

static const char *
attribute(const XML_Char **attributes, const char *name)
{
    for (size_t i = 0; attributes[i]; i += 2) {
        if (strcmp(attributes[i], name) == 0)
            return attributes[i + 1];
    }
    return "";
}

static void
on_start(void *arg, const XML_Char *element, const XML_Char **attributes)
{
    struct prefs_reader *r = arg;
    const char *name = attribute(attributes, "name");
    const char *value = attribute(attributes, "value");
    int64_t n = 0;
    at_buf_clear(&r->text);
    if (strcmp(element, "set") == 0) {
        json_decref(r->set);
        r->set = json_array();
        json_object_set(r->values, name, r->set);
    } else if (strcmp(element, "string") == 0) {
        free(r->name);
        r->name = at_strdup(name);
    } else if (strcmp(element, "boolean") == 0) {
        json_object_set_new(r->values, name,
                            json_boolean(strcmp(value, "true") == 0));
    } else if (strcmp(element, "float") == 0) {
        json_object_set_new(r->values, name, json_real(strtod(value, NULL)));
    } else if (at_str_to_i64(at_str(value), INT64_MIN, INT64_MAX, &n)) {
        json_object_set_new(r->values, name, json_integer(n));
    }
}

static void
on_text(void *arg, const XML_Char *text, int len)
{
    struct prefs_reader *r = arg;
    at_buf_add(&r->text, text, (size_t)len);
}

static void
on_end(void *arg, const XML_Char *element)
{
    struct prefs_reader *r = arg;
    if (strcmp(element, "set") == 0) {
        json_decref(r->set);
        r->set = NULL;
    } else if (strcmp(element, "string") == 0 && r->set) {
        json_array_append_new(r->set, json_string(at_buf_text(&r->text)));
    } else if (strcmp(element, "string") == 0 && r->name) {
        json_object_set_new(r->values, r->name,
                            json_string(at_buf_text(&r->text)));
    }
}

json_t *
vd_prefs_read(struct vd_device *device, struct vd_app *app, const char *file)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    struct prefs_reader r = {.values = json_object(),
                             .text = AT_BUF_INIT(AT_MIB)};
    char *path = prefs_path(app, file);
    if (vd_files_read(device->files, path, &text, NULL) && text.len > 0) {
        XML_Parser parser = XML_ParserCreate("UTF-8");
        XML_SetUserData(parser, &r);
        XML_SetElementHandler(parser, on_start, on_end);
        XML_SetCharacterDataHandler(parser, on_text);
        XML_Parse(parser, text.data, (int)text.len, 1);
        XML_ParserFree(parser);
    }
    free(path);
    free(r.name);
    json_decref(r.set);
    at_buf_deinit(&r.text);
    at_buf_deinit(&text);
    return r.values;
}

void
vd_prefs_update(struct vd_device *device, struct vd_app *app, const char *file,
                json_t *values)
{
    json_t *all = vd_prefs_read(device, app, file);
    json_object_update(all, values);
    vd_prefs_write(device, app, file, all);
    json_decref(all);
}
