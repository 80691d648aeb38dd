// http_links.c: who is cut off, and when
#include "mcp/http_links.h"

#include <sys/socket.h>

#include "base/alloc.h"
#include "base/op.h"

struct at_http_link {
    int fd; // not owned
    enum at_http_wait wait;
    int64_t since_ns; // has it waited
    bool cut;
    struct at_http_link *next;
};

void
at_http_links_init(struct at_http_links *links,
                   const struct at_http_limits *limits)
{
    *links = (struct at_http_links){.limits = limits};
    pthread_mutex_init(&links->lock, NULL);
}

void
at_http_links_deinit(struct at_http_links *links)
{
    while (links->first)
        at_http_links_remove(links, links->first);
    pthread_mutex_destroy(&links->lock);
}

static void
cut_locked(struct at_http_links *links, struct at_http_link *link)
{
    link->cut = true;
    links->count--;
    shutdown(link->fd, SHUT_RDWR);
}

static struct at_http_link *
longest_locked(const struct at_http_links *links)
{
    struct at_http_link *longest = NULL;
    for (struct at_http_link *link = links->first; link; link = link->next) {
        if (link->cut || link->wait == AT_HTTP_WAIT_NONE)
            continue;
        if (!longest || link->since_ns <= longest->since_ns)
            longest = link; // the first are the newest
    }
    return longest;
}

struct at_http_link *
at_http_links_add(struct at_http_links *links, int fd, int64_t now_ns)
{
    struct at_http_link *link = at_alloc(sizeof(*link));
    *link = (struct at_http_link){
        .fd = fd, .wait = AT_HTTP_WAIT_REQUEST, .since_ns = now_ns};
    pthread_mutex_lock(&links->lock);
    struct at_http_link *longest = longest_locked(links);
    if (longest && links->count + 1 >= links->limits->connections)
        cut_locked(links, longest);
    link->next = links->first;
    links->first = link;
    links->count++;
    pthread_mutex_unlock(&links->lock);
    return link;
}

void
at_http_links_remove(struct at_http_links *links, struct at_http_link *link)
{
    pthread_mutex_lock(&links->lock);
    struct at_http_link **at = &links->first;
    while (*at != link)
        at = &(*at)->next;
    *at = link->next;
    if (!link->cut)
        links->count--;
    pthread_mutex_unlock(&links->lock);
    free(link);
}

void
at_http_links_wait(struct at_http_links *links, struct at_http_link *link,
                   enum at_http_wait wait, int64_t now_ns)
{
    pthread_mutex_lock(&links->lock);
    link->wait = wait;
    link->since_ns = now_ns;
    pthread_mutex_unlock(&links->lock);
}

static int64_t
allowed_ns(const struct at_http_limits *limits, enum at_http_wait wait)
{
    const int64_t ms[] = {
        [AT_HTTP_WAIT_NONE] = 0,
        [AT_HTTP_WAIT_REQUEST] = limits->receive_ms,
        [AT_HTTP_WAIT_TAKE] = limits->send_ms,
        [AT_HTTP_WAIT_NEXT] = limits->idle_ms,
    };
    return ms[wait] * AT_NS_PER_MS;
}

void
at_http_links_watch(struct at_http_links *links, int64_t now_ns)
{
    pthread_mutex_lock(&links->lock);
    for (struct at_http_link *link = links->first; link; link = link->next) {
        if (!link->cut && link->wait != AT_HTTP_WAIT_NONE &&
            now_ns - link->since_ns > allowed_ns(links->limits, link->wait))
            cut_locked(links, link);
    }
    pthread_mutex_unlock(&links->lock);
}

void
at_http_links_quiet(struct at_http_links *links)
{
    pthread_mutex_lock(&links->lock);
    for (const struct at_http_link *link = links->first; link;
         link = link->next)
        shutdown(link->fd, SHUT_RD);
    pthread_mutex_unlock(&links->lock);
}
