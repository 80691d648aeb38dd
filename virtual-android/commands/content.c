// content.c: `content query|insert|delete` on the settings provider, and the
// idling bridge's
//
// An app has the bridge once its columns are set: content insert --uri
// content://settings/idling --bind name:s:PACKAGE --bind 'value:s:wire=1, …'
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/model/properties.h"

struct request {
    const char *uri;
    const char *where;
    char name[128];
    char value[512];
};

// "name:s:airplane_mode_on"
static void
parse_bind(struct request *r, const char *text)
{
    if (strncmp(text, "name:s:", 7) == 0)
        at_str_cut(r->name, sizeof(r->name), at_str(text + 7));
    else if (strncmp(text, "value:", 6) == 0 && strlen(text) > 8)
        at_str_cut(r->value, sizeof(r->value), at_str(text + 8));
}

static void
parse(struct vd_call *call, struct request *r)
{
    *r = (struct request){.uri = "", .where = ""};
    for (int i = 1; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], "--uri") == 0)
            r->uri = call->argv[i + 1];
        else if (strcmp(call->argv[i], "--where") == 0)
            r->where = call->argv[i + 1];
        else if (strcmp(call->argv[i], "--bind") == 0)
            parse_bind(r, call->argv[i + 1]);
    }
}

// "content://settings/system" -> "system"
static bool
space_of(struct vd_call *call, const struct request *r, char *buf, size_t cap)
{
    static const char prefix[] = "content://settings/";
    if (strncmp(r->uri, prefix, strlen(prefix)) == 0) {
        struct at_str rest = at_str(r->uri + strlen(prefix));
        struct at_str space;
        at_str_next(&rest, '/', &space);
        at_str_cut(buf, cap, space);
        return true;
    }
    vd_errf(call,
            "Error while accessing provider:%s\n"
            "java.lang.IllegalStateException: Could not find provider: %s\n"
            "\tat com.android.commands.content.Content$Command.execute("
            "Content.java:517)\n",
            strncmp(r->uri, "content://", 10) == 0 ? r->uri + 10 : r->uri,
            strncmp(r->uri, "content://", 10) == 0 ? r->uri + 10 : r->uri);
    return false;
}

// False: uri is not a bridge's, or the app has none.
static bool
query_bridge(struct vd_call *call, struct at_str uri)
{
    const struct at_str scheme = AT_STR("content://");
    const struct at_str end = AT_STR(".agentest.idling/state");
    char package[256];
    if (!at_str_starts(uri, scheme) || !at_str_ends(uri, end))
        return false;
    uri = at_str_skip(uri, scheme.len);
    at_str_cut(package, sizeof(package), at_str_head(uri, uri.len - end.len));
    char *columns = vd_device_get(call->device, "idling", package);
    if (columns)
        vd_outf(call, "Row: 0 %s\n", columns);
    bool has = columns != NULL;
    free(columns);
    return has;
}

static int
query(struct vd_call *call)
{
    struct request r;
    char space[64];
    parse(call, &r);
    if (query_bridge(call, at_str(r.uri)))
        return 0;
    if (!space_of(call, &r, space, sizeof(space)))
        return 0;
    struct at_buf all = AT_BUF_INIT(AT_MIB);
    vd_device_list(call->device, space, &all, "name=", ", value=", "\n");
    struct at_str rest = at_buf_str(&all);
    struct at_str line;
    int row = 0;
    while (at_str_next_line(&rest, &line)) {
        struct at_str name = at_str_skip(line, 5);
        ptrdiff_t end = at_str_find(name, AT_STR(","));
        name = at_str_head(name, end > 0 ? (size_t)end : name.len);
        if (r.where[0] && !at_str_has(at_str(r.where), name))
            continue;
        vd_outf(call, "Row: %d _id=%d, %.*s\n", row, row + 1, AT_STR_ARG(line));
        row++;
    }
    if (row == 0)
        vd_outf(call, "No result found.\n");
    at_buf_deinit(&all);
    return 0;
}

static int
insert(struct vd_call *call)
{
    struct request r;
    char space[64];
    parse(call, &r);
    if (space_of(call, &r, space, sizeof(space)))
        vd_device_put(call->device, space, r.name, r.value);
    return 0;
}

static const struct vd_verb verbs[] = {
    {"query", query},
    {"insert", insert},
    {"update", insert},
    {0},
};

int
vd_cmd_content(struct vd_call *call)
{
    vd_simulate_latency(call, "other");
    int status = vd_run_verb(call, verbs);
    vd_warn_of_linker(call);
    if (status >= 0)
        return status;
    vd_errf(call, "usage: adb shell content [subcommand] [options]\n");
    return 0;
}
