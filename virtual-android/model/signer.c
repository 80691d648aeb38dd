#include "virtual-android/model/signer.h"

#include <stdio.h>

#include "base/rd.h"
#include "base/sha256.h"
#include "wire/zip.h"

enum { TAIL_BYTES = 24 }; // the signing block's size and magic

static const uint32_t schemes[] = {0x7109871a, 0xf05368c0}; // v2, v3

// Take a part that follows its length.
static struct at_rd
part(struct at_rd *rd)
{
    struct at_str bytes = at_rd_bytes(rd, at_rd_u32le(rd));
    return at_rd(bytes.ptr, bytes.len);
}

// signers > signer > signed data > (digests, certificates > certificate)
static bool
certificate_of(struct at_str scheme, struct at_str *out)
{
    struct at_rd rd = at_rd(scheme.ptr, scheme.len);
    struct at_rd signers = part(&rd);
    struct at_rd signer = part(&signers);
    struct at_rd data = part(&signer);
    part(&data);
    struct at_rd certificates = part(&data);
    struct at_rd first = part(&certificates);
    *out = at_rd_bytes(&first, first.len);
    return out->len > 0;
}

static bool
is_scheme(uint32_t id)
{
    return id == schemes[0] || id == schemes[1];
}

// The block before the central directory: pairs of a length, an id, a value.
static bool
find_certificate(const struct at_zip *zip, struct at_str *out)
{
    struct at_str before = at_str_head(zip->bytes, zip->directory_at);
    if (!at_str_ends(before, AT_STR("APK Sig Block 42")) ||
        before.len < TAIL_BYTES)
        return false;
    struct at_str tail = at_str_skip(before, before.len - TAIL_BYTES);
    struct at_rd rd = at_rd(tail.ptr, tail.len);
    uint64_t size = at_rd_u64le(&rd);
    if (size < TAIL_BYTES || size > before.len)
        return false;
    size_t len = (size_t)size - TAIL_BYTES;
    rd = at_rd(before.ptr + (before.len - (size_t)size), len);
    while (rd.ok && rd.len > 0) {
        uint64_t pair = at_rd_u64le(&rd);
        uint32_t id = at_rd_u32le(&rd);
        struct at_str value = at_rd_bytes(
            &rd, pair >= 4 && pair - 4 <= rd.len ? pair - 4 : rd.len);
        if (is_scheme(id) && certificate_of(value, out))
            return true;
    }
    return false;
}

static bool
has_v1(const struct at_zip *zip)
{
    static const char *const ends[] = {".RSA", ".DSA", ".EC"};
    struct at_zip_entry entry;
    size_t at = 0;
    while (at_zip_next(zip, &at, &entry)) {
        if (!at_str_starts(entry.name, AT_STR("META-INF/")))
            continue;
        for (size_t i = 0; i < AT_LEN(ends); i++) {
            if (at_str_ends(entry.name, at_str(ends[i])))
                return true;
        }
    }
    return false;
}

void
vd_apk_signer(struct at_str apk, char out[VD_SIGNER_MAX])
{
    unsigned char digest[AT_SHA256_BYTES];
    struct at_str certificate;
    struct at_zip zip;
    out[0] = '\0';
    if (!at_zip_open(apk, &zip, NULL))
        return;
    if (!find_certificate(&zip, &certificate)) {
        snprintf(out, VD_SIGNER_MAX, "%s", has_v1(&zip) ? "v1" : "");
        return;
    }
    at_sha256(certificate, digest);
    for (size_t i = 0; i < AT_SHA256_BYTES; i++)
        snprintf(out + 2 * i, 3, "%02x", digest[i]);
}
