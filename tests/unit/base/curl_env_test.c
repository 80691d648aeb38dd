// curl_env_test.c: which variable counts
#include "base/curl_env.h"

#include "tests/t.h"

// "NAME=value" lines, up to NULL.
static const char *
get(void *user, const char *name)
{
    size_t len = strlen(name);
    for (const char *const *lines = user; *lines; lines++) {
        if (strncmp(*lines, name, len) == 0 && (*lines)[len] == '=')
            return *lines + len + 1;
    }
    return NULL;
}

T_TEST(the_first_one_with_a_value_counts)
{
    static const struct {
        const char *name;
        const char *lines[5];
        const char *url;
        const char *ca_file;
        const char *proxy;
        const char *no_proxy;
    } rows[] = {
        {"nothing", {0}, "https://a", NULL, NULL, NULL},
        {"curl's file", {"CURL_CA_BUNDLE=/c"}, "https://a", "/c", NULL, NULL},
        {"OpenSSL's", {"SSL_CERT_FILE=/s"}, "https://a", "/s", NULL, NULL},
        {"both files",
         {"SSL_CERT_FILE=/s", "CURL_CA_BUNDLE=/c"},
         "https://a",
         "/c",
         NULL,
         NULL},
        {"an empty one",
         {"CURL_CA_BUNDLE=", "SSL_CERT_FILE=/s"},
         "https://a",
         "/s",
         NULL,
         NULL},
        {"blanks",
         {"CURL_CA_BUNDLE= \t", "SSL_CERT_FILE=/s", "no_proxy= ", "NO_PROXY=n"},
         "https://a",
         "/s",
         NULL,
         "n"},
        {"proxy of TLS",
         {"http_proxy=h", "HTTPS_PROXY=S", "https_proxy=s", "all_proxy=a"},
         "https://a",
         NULL,
         "s",
         NULL},
        {"proxy without TLS",
         {"http_proxy=h", "HTTPS_PROXY=S", "https_proxy=s", "all_proxy=a"},
         "HTTP://a",
         NULL,
         "h",
         NULL},
        {"capitals", {"HTTP_PROXY=H"}, "http://a", NULL, "H", NULL},
        {"of another scheme", {"http_proxy=h"}, "https://a", NULL, NULL, NULL},
        {"of all schemes",
         {"ALL_PROXY=A", "all_proxy=a"},
         "https://a",
         NULL,
         "a",
         NULL},
        {"no address", {"ALL_PROXY=A"}, "", NULL, "A", NULL},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        void *user = (void *)(uintptr_t)rows[i].lines;
        T_ROW(rows[i].name);
        T_EQ_TEXT(at_curl_env_ca_file(get, user), rows[i].ca_file);
        T_EQ_TEXT(at_curl_env_proxy(get, user, rows[i].url), rows[i].proxy);
        T_EQ_TEXT(at_curl_env_no_proxy(get, user), rows[i].no_proxy);
    }
}

T_MAIN()
