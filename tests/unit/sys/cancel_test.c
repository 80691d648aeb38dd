#include "sys/cancel.h"

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include "sys/clock.h"
#include "tests/t.h"

static struct at_op
op_in(int64_t ms, struct at_cancel *cancel)
{
    return (struct at_op){at_now_ns() + ms * AT_NS_PER_MS, cancel};
}

static bool
is_readable(int fd)
{
    struct pollfd fds = {.fd = fd, .events = POLLIN};
    return poll(&fds, 1, 0) == 1;
}

static struct at_cancel *
new_token(struct at_cancel *parent)
{
    struct at_cancel *token = at_cancel_new(parent, NULL);
    T_OK(token != NULL);
    return token;
}

T_TEST(null_is_never_cancelled)
{
    struct at_op op = {AT_NEVER_NS, NULL};
    T_NOT(at_cancel_fired(NULL));
    T_EQ_INT(at_cancel_fd(NULL), -1);
    at_cancel_free(NULL);
    T_OK(at_op_check(&op, NULL));
}

T_TEST(fires_once_and_stays)
{
    struct at_cancel *token = new_token(NULL);
    T_NOT(at_cancel_fired(token) || is_readable(at_cancel_fd(token)));
    for (int i = 0; i < 3; i++) {
        at_cancel_fire(token);
        T_OK(at_cancel_fired(token) && is_readable(at_cancel_fd(token)));
    }
    at_cancel_free(token);
}

// root - a - b, and root - c: firing goes down, never up or aside.
T_TEST(fires_children)
{
    struct at_cancel *root = new_token(NULL);
    struct at_cancel *a = new_token(root);
    struct at_cancel *b = new_token(a);
    struct at_cancel *c = new_token(root);
    at_cancel_fire(a);
    T_OK(at_cancel_fired(a) && at_cancel_fired(b));
    T_NOT(at_cancel_fired(root) || at_cancel_fired(c));
    at_cancel_free(b);
    at_cancel_fire(root);
    T_OK(at_cancel_fired(c) && is_readable(at_cancel_fd(c)));
    struct at_cancel *late = new_token(root);
    T_OK(at_cancel_fired(late) && is_readable(at_cancel_fd(late)));
    at_cancel_free(a);
    at_cancel_free(late);
    at_cancel_free(c);
    at_cancel_free(root);
}

T_TEST(check_tells_why)
{
    struct at_err err = AT_ERR_INIT;
    struct at_cancel *token = new_token(NULL);
    struct at_op op = op_in(10000, token);
    T_OK(at_op_check(&op, &err));
    op.deadline_ns = at_now_ns();
    T_NOT(at_op_check(&op, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    at_cancel_fire(token); // tells more than a deadline that also passed
    T_NOT(at_op_check(&op, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    at_cancel_free(token);
}

T_TEST(wait_ends_at_the_deadline)
{
    struct at_err err = AT_ERR_INIT;
    struct at_op op = op_in(30, NULL);
    T_NOT(at_op_wait_fd(&op, -1, 0, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    T_OK(at_now_ns() >= op.deadline_ns);
    T_OK(at_now_ns() < op.deadline_ns + 5000 * AT_NS_PER_MS);
}

T_TEST(wait_until_is_not_a_failure)
{
    struct at_err err = AT_ERR_INIT;
    struct at_op op = op_in(10000, NULL);
    int64_t until_ns = at_now_ns() + 10 * AT_NS_PER_MS;
    T_OK(at_op_wait_until(&op, until_ns, &err));
    T_EQ_INT(err.code, AT_OK);
    T_OK(at_now_ns() >= until_ns);
    T_OK(at_op_wait_until(&op, 0, &err));
    op = op_in(5, NULL);
    T_NOT(at_op_wait_until(&op, at_now_ns() + 10000 * AT_NS_PER_MS, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
}

T_TEST(wait_sees_a_descriptor)
{
    int fds[2];
    struct at_err err = AT_ERR_INIT;
    struct at_op op = op_in(10000, NULL);
    T_EQ_INT(pipe(fds), 0);
    T_EQ_INT(write(fds[1], "x", 1), 1);
    T_OK(at_op_wait_fd(&op, fds[0], POLLIN, &err));
    op.deadline_ns = 0; // ready counts, even at the last moment
    T_OK(at_op_wait_fd(&op, fds[0], POLLIN, &err));
    close(fds[0]);
    close(fds[1]);
}

static void *
fire_soon(void *token)
{
    struct at_op op = op_in(20, NULL);
    if (!at_op_wait_fd(&op, -1, 0, NULL))
        at_cancel_fire(token);
    return NULL;
}

T_TEST(another_thread_interrupts_a_wait)
{
    struct at_cancel *root = new_token(NULL);
    struct at_cancel *token = new_token(root);
    struct at_err err = AT_ERR_INIT;
    struct at_op op = {AT_NEVER_NS, token};
    pthread_t thread;
    T_EQ_INT(pthread_create(&thread, NULL, fire_soon, root), 0);
    T_NOT(at_op_wait_until(&op, AT_NEVER_NS, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    pthread_join(thread, NULL);
    at_cancel_free(token);
    at_cancel_free(root);
}

enum { ROUNDS = 300 };

// Tokens come and go under a parent that is fired in the meantime.
static void *
make_children(void *parent)
{
    for (int i = 0; i < ROUNDS; i++) {
        struct at_cancel *child = at_cancel_new(parent, NULL);
        struct at_cancel *grandchild = at_cancel_new(child, NULL);
        bool fired = at_cancel_fired(child);
        if (fired && !at_cancel_fired(grandchild))
            abort();
        at_cancel_free(grandchild);
        at_cancel_free(child);
    }
    return NULL;
}

T_TEST(threads_share_a_parent)
{
    struct at_cancel *root = new_token(NULL);
    pthread_t threads[3];
    for (size_t i = 0; i < T_LEN(threads); i++)
        T_EQ_INT(pthread_create(&threads[i], NULL, make_children, root), 0);
    at_cancel_fire(root);
    for (size_t i = 0; i < T_LEN(threads); i++)
        pthread_join(threads[i], NULL);
    at_cancel_free(root);
}

T_MAIN()
