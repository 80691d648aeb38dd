// trust.c: see trust.h
#include "sys/trust.h"

#include <stddef.h>

#include "sys/file.h"

const char *
at_trust_first(const char *const *places)
{
    for (; *places; places++) {
        if (at_file_exists(*places))
            return *places;
    }
    return NULL;
}

const char *
at_trust_file(void)
{
    static const char *const places[] = {
        "/etc/ssl/certs/ca-certificates.crt", // Debian, Arch, Alpine, NixOS
        "/etc/pki/tls/certs/ca-bundle.crt",   // Fedora, RHEL
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", // Fedora, newer
        "/etc/ssl/ca-bundle.pem",                            // openSUSE
        "/etc/ssl/cert.pem", // Alpine without the package, macOS, OpenBSD
        "/usr/local/share/certs/ca-root-nss.crt", // FreeBSD
        NULL,
    };
    return at_trust_first(places);
}
