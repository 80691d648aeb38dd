#include "virtual-android/ports.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/str.h"
#include "virtual-android/files.h"

enum { PORTS_MAX = 256 };

struct port {
    char *name;     // owned
    char *endpoint; // owned
};

struct vd_ports {
    pthread_mutex_t lock;   // guards what follows
    struct vd_files *files; // borrowed; NULL: none yet
    struct port rows[PORTS_MAX];
    size_t len;
    struct { // the last app that connected
        uint16_t port;
        int uid;
    } peer;
};

struct vd_ports *
vd_ports_new(void)
{
    struct vd_ports *ports = at_alloc(sizeof(*ports));
    pthread_mutex_init(&ports->lock, NULL);
    return ports;
}

static void
drop_row(struct vd_ports *ports, size_t i)
{
    free(ports->rows[i].name);
    free(ports->rows[i].endpoint);
    ports->rows[i] = ports->rows[--ports->len];
}

void
vd_ports_free(struct vd_ports *ports)
{
    if (!ports)
        return;
    while (ports->len > 0)
        drop_row(ports, ports->len - 1);
    pthread_mutex_destroy(&ports->lock);
    free(ports);
}

static struct port *
find_row(struct vd_ports *ports, const char *name)
{
    for (size_t i = 0; i < ports->len; i++) {
        if (strcmp(ports->rows[i].name, name) == 0)
            return &ports->rows[i];
    }
    return NULL;
}

// As proc(5) has them: each listens.
static void
list(struct vd_ports *ports)
{
    const struct at_str abstract = AT_STR("localabstract:");
    struct at_buf text = AT_BUF_INIT(PORTS_MAX * AT_KIB);
    at_buf_add_text(&text, "Num       RefCount Protocol Flags    Type St "
                           "Inode Path\n");
    for (size_t i = 0; i < ports->len; i++) {
        struct at_str name = at_str(ports->rows[i].name);
        if (!at_str_starts(name, abstract))
            continue;
        name = at_str_skip(name, abstract.len);
        at_buf_add_fmt(&text,
                       "0000000000000000: 00000002 00000000 00010000 0001 01 "
                       "%5zu @%.*s\n",
                       20000 + i, AT_STR_ARG(name));
    }
    if (ports->files)
        (void)!vd_files_write(ports->files, "/proc/net/unix", at_buf_str(&text),
                              NULL);
    at_buf_deinit(&text);
}

void
vd_ports_list_in(struct vd_ports *ports, struct vd_files *files)
{
    pthread_mutex_lock(&ports->lock);
    ports->files = files;
    list(ports);
    pthread_mutex_unlock(&ports->lock);
}

static bool
starts_with_any(const char *text, const char *a, const char *b)
{
    struct at_str view = at_str(text);
    return at_str_starts(view, at_str(a)) || at_str_starts(view, at_str(b));
}

static bool
add(struct vd_ports *ports, const char *name, const char *endpoint,
    bool replaces, struct at_err *err)
{
    if (!starts_with_any(name, "tcp:", "localabstract:"))
        return at_fail(err, AT_EUSAGE,
                       "'%s' is not tcp:PORT or localabstract:NAME", name);
    if (!starts_with_any(endpoint, "tcp:127.0.0.1:", "unix:"))
        return at_fail(err, AT_EUSAGE,
                       "'%s' is not tcp:127.0.0.1:PORT or unix:PATH", endpoint);
    pthread_mutex_lock(&ports->lock);
    struct port *row = find_row(ports, name);
    bool ok = row ? replaces : ports->len < PORTS_MAX;
    if (row && ok) {
        free(row->endpoint);
        row->endpoint = at_strdup(endpoint);
    } else if (ok) {
        ports->rows[ports->len++] =
            (struct port){at_strdup(name), at_strdup(endpoint)};
        list(ports);
    }
    pthread_mutex_unlock(&ports->lock);
    if (row && !ok)
        return at_fail(err, AT_EBUSY, "'%s' is in use", name);
    return ok || at_fail(err, AT_ELIMIT, "more than %d sockets", PORTS_MAX);
}

bool
vd_ports_add(struct vd_ports *ports, const char *name, const char *endpoint,
             struct at_err *err)
{
    return add(ports, name, endpoint, true, err);
}

bool
vd_ports_claim(struct vd_ports *ports, const char *name, const char *endpoint,
               struct at_err *err)
{
    return add(ports, name, endpoint, false, err);
}

bool
vd_ports_remove(struct vd_ports *ports, const char *name)
{
    pthread_mutex_lock(&ports->lock);
    struct port *row = find_row(ports, name);
    if (row) {
        drop_row(ports, (size_t)(row - ports->rows));
        list(ports);
    }
    pthread_mutex_unlock(&ports->lock);
    return row != NULL;
}

void
vd_ports_set_peer(struct vd_ports *ports, uint16_t port, int uid)
{
    pthread_mutex_lock(&ports->lock);
    ports->peer.port = port;
    ports->peer.uid = uid;
    pthread_mutex_unlock(&ports->lock);
}

int
vd_ports_peer(struct vd_ports *ports, uint16_t port)
{
    pthread_mutex_lock(&ports->lock);
    bool app = port != 0 && ports->peer.port == port;
    int uid = app ? ports->peer.uid : VD_SHELL_UID;
    pthread_mutex_unlock(&ports->lock);
    return uid;
}

char *
vd_ports_find(struct vd_ports *ports, const char *name)
{
    pthread_mutex_lock(&ports->lock);
    struct port *row = find_row(ports, name);
    char *endpoint = row ? at_strdup(row->endpoint) : NULL;
    pthread_mutex_unlock(&ports->lock);
    return endpoint;
}
