// https.c: one transfer at a time over libcurl's multi interface
//
// The multi interface can wait for additional descriptors, so a transfer ends
// when the op's cancel token becomes readable.
#include "net/https.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

#include "base/alloc.h"
#include "base/host.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "net/address.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/trust.h"

enum {
    CONNECT_MAX_MS = 30000,
    KEEPALIVE_S = 60, // for routers between us and a model that takes minutes
    PIECE_MAX_BYTES = 128 * 1024,
};

struct at_https {
    CURLM *multi; // owned; keeps the connections
    CURL *easy;   // owned
    char *user_agent;
};

struct transfer {
    const struct at_https_request *request;
    struct at_https_answer *answer;
    CURL *easy;
    size_t head_bytes;
    size_t body_bytes;
    curl_off_t moved_bytes; // in both directions, at the last check
    int64_t moved_ns;       // time of their last increase
    bool too_long;
    bool refused;                  // refused by request->piece
    enum at_address_class blocked; // PUBLIC: no address was refused
    char words[CURL_ERROR_SIZE];
};

static void
start_library(void)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

struct at_https *
at_https_new(const char *user_agent)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_library);
    struct at_https *https = at_alloc(sizeof(*https));
    https->multi = curl_multi_init();
    https->easy = curl_easy_init();
    at_assert(https->multi && https->easy); // fails only without memory
    https->user_agent = at_strdup(user_agent);
    return https;
}

void
at_https_free(struct at_https *https)
{
    if (!https)
        return;
    curl_easy_cleanup(https->easy);
    curl_multi_cleanup(https->multi);
    free(https->user_agent);
    free(https);
}

void
at_https_answer_deinit(struct at_https_answer *answer)
{
    at_buf_deinit(&answer->body);
    free(answer->content_type);
    free(answer->retry_after);
    free(answer->retry_after_ms);
    free(answer->should_retry);
    free(answer->request_id);
    for (size_t i = 0; i < AT_HTTPS_HEADERS_KEPT; i++)
        free(answer->wanted[i]);
    *answer = (struct at_https_answer){0};
}

static char **
place_of(const struct transfer *transfer, struct at_str name)
{
    struct at_https_answer *answer = transfer->answer;
    const char *const *wanted = transfer->request->wanted;
    const struct {
        const char *name;
        char **place;
    } kept[] = {
        {"content-type", &answer->content_type},
        {"retry-after", &answer->retry_after},
        {"retry-after-ms", &answer->retry_after_ms},
        {"x-should-retry", &answer->should_retry},
        {"request-id", &answer->request_id},
        {"x-request-id", &answer->request_id},
    };
    for (size_t i = 0; i < AT_LEN(kept); i++) {
        if (at_str_eq_nocase(name, at_str(kept[i].name)))
            return kept[i].place;
    }
    for (size_t i = 0; wanted && wanted[i] && i < AT_HTTPS_HEADERS_KEPT; i++) {
        if (at_str_eq_nocase(name, at_str(wanted[i])))
            return &answer->wanted[i];
    }
    return NULL;
}

// Keep only the headers of the final answer, not those of a proxy's answer or a
// 100 before it.
static void
forget_headers(struct at_https_answer *answer)
{
    struct at_buf body = answer->body;
    answer->body = (struct at_buf)AT_BUF_INIT(body.max);
    at_https_answer_deinit(answer);
    answer->body = body;
}

static size_t
take_header(char *bytes, size_t size, size_t count, void *user)
{
    struct transfer *transfer = user;
    struct at_str line = at_str_n(bytes, size * count);
    struct at_str name;
    transfer->head_bytes += line.len;
    if (transfer->head_bytes > AT_HTTPS_HEAD_MAX_BYTES) {
        transfer->too_long = true;
        return 0;
    }
    if (at_str_starts(line, AT_STR("HTTP/"))) {
        forget_headers(transfer->answer);
        if (transfer->request->forget_headers)
            transfer->request->forget_headers(transfer->request->user);
        return line.len;
    }
    size_t len = line.len;
    if (!at_str_next(&line, ':', &name) || len > AT_HTTPS_HEADER_MAX_BYTES)
        return len;
    char **place = place_of(transfer, name);
    struct at_str value = at_str_trim(line);
    if (transfer->request->header)
        transfer->request->header(transfer->request->user, name, value);
    if (place && !*place) {
        *place = at_strndup(value.ptr, value.len);
    }
    return len;
}

static int
status_of(CURL *easy)
{
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return (int)status;
}

static size_t
take_body(char *bytes, size_t size, size_t count, void *user)
{
    struct transfer *transfer = user;
    const struct at_https_request *request = transfer->request;
    struct at_str piece = at_str_n(bytes, size * count);
    transfer->body_bytes += piece.len;
    if (transfer->body_bytes > request->max_bytes) {
        transfer->too_long = true;
        return 0;
    }
    if (request->piece && status_of(transfer->easy) < 300) {
        transfer->refused = !request->piece(request->user, piece);
        return transfer->refused ? 0 : piece.len;
    }
    return at_buf_add_str(&transfer->answer->body, piece) ? piece.len : 0;
}

struct address {
    char *scheme; // these are allocated by libcurl
    char *host;
    char *port;
    char *user;
};

static void
address_deinit(struct address *address)
{
    curl_free(address->scheme);
    curl_free(address->host);
    curl_free(address->port);
    curl_free(address->user);
}

static bool
address_read(const char *url, struct address *out, struct at_err *err)
{
    CURLU *parsed = curl_url();
    at_assert(parsed);
    bool ok =
        curl_url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK &&
        curl_url_get(parsed, CURLUPART_SCHEME, &out->scheme, 0) == CURLUE_OK &&
        curl_url_get(parsed, CURLUPART_HOST, &out->host, 0) == CURLUE_OK;
    if (ok) {
        curl_url_get(parsed, CURLUPART_PORT, &out->port, CURLU_DEFAULT_PORT);
        curl_url_get(parsed, CURLUPART_USER, &out->user, 0);
    }
    curl_url_cleanup(parsed);
    // Do not repeat the text: it may contain a password.
    return ok || at_fail(err, AT_EUSAGE,
                         "the address is not a URL: expected "
                         "https://HOST[:PORT]/PATH");
}

static bool
address_check(const struct address *address, bool allow_http,
              struct at_err *err)
{
    bool http = strcmp(address->scheme, "http") == 0;
    if (!http && strcmp(address->scheme, "https") != 0)
        return at_fail(err, AT_EUSAGE,
                       "'%s://%s': only https and http are supported",
                       address->scheme, address->host);
    if (address->user)
        return at_fail(err, AT_EUSAGE,
                       "the address at '%s' has a user's name or password in "
                       "it: give the key by its variable",
                       address->host);
    if (http && !allow_http && !at_host_is_loopback(at_str(address->host)))
        return at_fail(err, AT_EUSAGE,
                       "'http://%s' would send the key in the clear: use "
                       "https, or an address of this machine",
                       address->host);
    return true;
}

// A line break in a key would inject a header.
static bool
check_headers(const struct at_argv *headers, struct at_err *err)
{
    for (size_t i = 0; headers && i < headers->count; i++) {
        if (strpbrk(headers->words[i], "\r\n"))
            return at_fail(err, AT_EUSAGE,
                           "a header has a line break in it: check the key");
    }
    return true;
}

static struct curl_slist *
headers_of(const struct at_https_request *request)
{
    struct curl_slist *list = NULL;
    // Otherwise libcurl waits a second for permission to send a long body. A
    // header without a value would be signed, and not sent.
    if (!request->signing.provider)
        list = curl_slist_append(list, "Expect:");
    for (size_t i = 0; request->headers && i < request->headers->count; i++)
        list = curl_slist_append(list, request->headers->words[i]);
    return list;
}

static void
headers_free(struct curl_slist *list)
{
    for (struct curl_slist *at = list; at; at = at->next)
        at_wipe(at->data, strlen(at->data));
    curl_slist_free_all(list);
}

static void
set_limits(CURL *easy)
{
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https,http");
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MAX_MS);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, (long)KEEPALIVE_S);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPINTVL, (long)KEEPALIVE_S);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, (long)PIECE_MAX_BYTES);
    // An unresponsive name server must not delay a cancelled run.
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
}

// The address is the one that the connection gets: no later look-up of the name
// can differ.
static bool
is_refused(const struct at_https_way *way, enum at_address_class class)
{
    if (way->public_only)
        return class != AT_ADDRESS_PUBLIC;
    return class != AT_ADDRESS_PUBLIC && class != AT_ADDRESS_PRIVATE;
}

static curl_socket_t
open_allowed(void *user, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct transfer *transfer = user;
    enum at_address_class class = at_address_class(&address->addr);
    if (purpose != CURLSOCKTYPE_IPCXN ||
        is_refused(&transfer->request->way, class)) {
        transfer->blocked = class;
        return CURL_SOCKET_BAD;
    }
    int fd = socket(address->family, address->socktype, address->protocol);
    if (fd >= 0) // no program that is started gets it
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

static void
set_allowed_only(struct transfer *transfer)
{
    CURL *easy = transfer->easy;
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_allowed);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
}

// The certificates to name: none for a libcurl of this system, which knows
// them.
static const char *
roots_to_name(void)
{
    const curl_version_info_data *built = curl_version_info(CURLVERSION_NOW);
    bool is_known = (built->cainfo && at_file_exists(built->cainfo)) ||
                    (built->capath && at_file_exists(built->capath));
    return is_known ? NULL : at_trust_file();
}

// Always set the proxy, because libcurl would otherwise look for one itself.
static void
set_way(CURL *easy, const struct at_https_way *way, bool loopback)
{
    const char *proxy = way->proxy && !loopback ? way->proxy : "";
    curl_easy_setopt(easy, CURLOPT_PROXY, proxy);
    curl_easy_setopt(easy, CURLOPT_NOPROXY, way->no_proxy ? way->no_proxy : "");
    const char *ca_file = way->ca_file ? way->ca_file : roots_to_name();
    if (ca_file)
        curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file);
}

static void
set_request(CURL *easy, const struct at_https_request *request,
            struct curl_slist *headers)
{
    curl_easy_setopt(easy, CURLOPT_URL, request->url);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L); // a signature has it
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    if (strcmp(request->method, "HEAD") == 0) {
        curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    } else if (strcmp(request->method, "GET") != 0) {
        curl_easy_setopt(easy, CURLOPT_POST, 1L);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                         (curl_off_t)request->body.len);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS,
                         request->body.len ? request->body.ptr : "");
        curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
    }
    // It delays pieces of a stream, and a signature has only its own headers.
    if (!request->piece && !request->signing.provider)
        curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    if (request->signing.provider) {
        curl_easy_setopt(easy, CURLOPT_AWS_SIGV4, request->signing.provider);
        curl_easy_setopt(easy, CURLOPT_USERPWD, request->signing.login);
        curl_easy_setopt(easy, CURLOPT_EXPECT_100_TIMEOUT_MS, 1L);
    }
}

static void
set_answer(struct transfer *transfer)
{
    CURL *easy = transfer->easy;
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->words);
}

// Return true, with the result, if the transfer is over.
static bool
is_done(CURLM *multi, CURLcode *out_result)
{
    int left;
    CURLMsg *message = curl_multi_info_read(multi, &left);
    if (!message || message->msg != CURLMSG_DONE)
        return false;
    *out_result = message->data.result;
    return true;
}

// Return the time at which the transfer counts as stalled. Every byte in either
// direction postpones it.
static int64_t
silent_at_ns(struct transfer *transfer)
{
    curl_off_t sent = 0, received = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_SIZE_UPLOAD_T, &sent);
    curl_easy_getinfo(transfer->easy, CURLINFO_SIZE_DOWNLOAD_T, &received);
    curl_off_t moved = sent + received + (curl_off_t)transfer->head_bytes;
    if (moved != transfer->moved_bytes) {
        transfer->moved_bytes = moved;
        transfer->moved_ns = at_now_ns();
    }
    int64_t idle_ms = transfer->request->idle_ms;
    return idle_ms > 0 ? transfer->moved_ns + idle_ms * AT_NS_PER_MS
                       : AT_NEVER_NS;
}

static bool
wait_more(const struct at_op *op, struct transfer *transfer, CURLM *multi,
          struct at_err *err)
{
    struct at_op nap = {silent_at_ns(transfer), NULL};
    struct curl_waitfd stop = {at_cancel_fd(op->cancel), CURL_WAIT_POLLIN, 0};
    int64_t now_ns = at_now_ns();
    if (!at_op_check(op, err))
        return false;
    if (now_ns >= nap.deadline_ns)
        return at_fail(err, AT_ETIMEOUT, "no byte came for %lld ms",
                       (long long)transfer->request->idle_ms);
    if (op->deadline_ns < nap.deadline_ns)
        nap.deadline_ns = op->deadline_ns;
    curl_multi_poll(multi, &stop, op->cancel ? 1 : 0,
                    at_op_left_ms(&nap, now_ns), NULL);
    return true;
}

static bool
run_transfer(const struct at_op *op, struct transfer *transfer, CURLM *multi,
             CURLcode *out_result, struct at_err *err)
{
    int running;
    for (;;) {
        curl_multi_perform(multi, &running);
        if (is_done(multi, out_result))
            return true;
        if (!wait_more(op, transfer, multi, err))
            return false;
    }
}

// With these failures an answer had or could have begun. All others happen
// before reaching the server.
static bool
is_broken_answer(CURLcode result)
{
    static const CURLcode broken[] = {
        CURLE_UNSUPPORTED_PROTOCOL, // "HTTP/0.9": another protocol
        CURLE_WEIRD_SERVER_REPLY,   CURLE_HTTP2,
        CURLE_PARTIAL_FILE,         CURLE_WRITE_ERROR,
        CURLE_GOT_NOTHING,          CURLE_SEND_ERROR,
        CURLE_RECV_ERROR,           CURLE_BAD_CONTENT_ENCODING,
        CURLE_HTTP2_STREAM,
    };
    for (size_t i = 0; i < AT_LEN(broken); i++) {
        if (broken[i] == result)
            return true;
    }
    return false;
}

static bool
judge(const struct transfer *transfer, CURLcode result, struct at_err *err)
{
    if (transfer->too_long)
        return at_fail(err, AT_ELIMIT,
                       "the answer has more than %zu bytes, or too long a head",
                       transfer->request->max_bytes);
    if (transfer->refused)
        return at_fail(err, AT_EPROTO, "the answer cannot be read");
    if (result == CURLE_OK)
        return true;
    if (transfer->blocked != AT_ADDRESS_PUBLIC)
        return at_fail(err, AT_EUSAGE, "its address is %s%s",
                       at_address_class_names[transfer->blocked],
                       transfer->request->way.public_only
                           ? ", and not public"
                           : ", which is not allowed");
    const char *words =
        transfer->words[0] ? transfer->words : curl_easy_strerror(result);
    at_fail(err, is_broken_answer(result) ? AT_EPROTO : AT_ENODEV, "%s", words);
    long sys = 0;
    if (err && result == CURLE_COULDNT_CONNECT &&
        curl_easy_getinfo(transfer->easy, CURLINFO_OS_ERRNO, &sys) == CURLE_OK)
        err->sys = (int)sys;
    return false;
}

static bool
send_request(const struct at_op *op, struct at_https *https,
             struct transfer *transfer, struct at_err *err)
{
    CURLcode result = CURLE_OK;
    transfer->moved_ns = at_now_ns();
    bool ok = curl_multi_add_handle(https->multi, https->easy) == CURLM_OK &&
              run_transfer(op, transfer, https->multi, &result, err);
    curl_multi_remove_handle(https->multi, https->easy);
    transfer->answer->status = status_of(https->easy);
    return ok && judge(transfer, result, err);
}

bool
at_https_send(const struct at_op *op, struct at_https *https,
              const struct at_https_request *request,
              struct at_https_answer *out, struct at_err *err)
{
    struct transfer transfer = {request, out, https->easy, .words = ""};
    struct address address = {0};
    struct curl_slist *headers = NULL;
    *out = (struct at_https_answer){.body = AT_BUF_INIT(request->max_bytes)};
    bool ok = at_op_check(op, err) && check_headers(request->headers, err) &&
              address_read(request->url, &address, err) &&
              address_check(&address, request->way.allow_http, err);
    if (ok) {
        headers = headers_of(request);
        curl_easy_reset(https->easy);
        set_limits(https->easy);
        set_way(https->easy, &request->way,
                at_host_is_loopback(at_str(address.host)));
        set_request(https->easy, request, headers);
        curl_easy_setopt(https->easy, CURLOPT_USERAGENT, https->user_agent);
        if (request->way.public_only || request->way.no_local)
            set_allowed_only(&transfer);
        set_answer(&transfer);
        ok = send_request(op, https, &transfer, err);
        curl_easy_reset(https->easy); // drop the key
        headers_free(headers);
    }
    if (!ok && address.host)
        at_err_context(err, "'%s:%s'", address.host,
                       address.port ? address.port : "");
    address_deinit(&address);
    return ok;
}
