// md5sum, sha256sum and base64
#include <string.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "virtual-android/coreutils/coreutils.h"

enum { READ_BYTES = 65536, MD5_BLOCK = 64 };

// RFC 1321, whose table of sines is computed here.
static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
    0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
    0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
    0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
    0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
    0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
    0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static const unsigned char turns[16] = {7, 12, 17, 22, 5, 9,  14, 20,
                                        4, 11, 16, 23, 6, 10, 15, 21};

struct md5 {
    uint32_t state[4];
    uint64_t len;
    unsigned char block[MD5_BLOCK];
};

static void
md5_block(struct md5 *md5)
{
    uint32_t a = md5->state[0];
    uint32_t b = md5->state[1];
    uint32_t c = md5->state[2];
    uint32_t d = md5->state[3];
    uint32_t words[16];
    for (size_t i = 0; i < 16; i++) {
        const unsigned char *at = md5->block + 4 * i;
        words[i] = (uint32_t)at[0] | (uint32_t)at[1] << 8 |
                   (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    }
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t mixed[] = {(b & c) | (~b & d), (d & b) | (~d & c),
                                  b ^ c ^ d, c ^ (b | ~d)};
        const unsigned places[] = {i, 5 * i + 1, 3 * i + 5, 7 * i};
        unsigned turn = turns[i / 16 * 4 + i % 4];
        uint32_t sum =
            a + mixed[i / 16] + sines[i] + words[places[i / 16] % 16];
        a = d;
        d = c;
        c = b;
        b += sum << turn | sum >> (32 - turn);
    }
    md5->state[0] += a;
    md5->state[1] += b;
    md5->state[2] += c;
    md5->state[3] += d;
}

static void
md5_add(struct md5 *md5, const char *ptr, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        md5->block[md5->len++ % MD5_BLOCK] = (unsigned char)ptr[i];
        if (md5->len % MD5_BLOCK == 0)
            md5_block(md5);
    }
}

static void
md5_end(struct md5 *md5, char out_hex[33])
{
    static const char digits[] = "0123456789abcdef";
    uint64_t bits = md5->len * 8;
    char byte = (char)0x80;
    do {
        md5_add(md5, &byte, 1);
        byte = 0;
    } while (md5->len % MD5_BLOCK != MD5_BLOCK - 8);
    for (unsigned i = 0; i < 8; i++) {
        byte = (char)(bits >> (8 * i));
        md5_add(md5, &byte, 1);
    }
    for (unsigned i = 0; i < 16; i++) {
        unsigned value = md5->state[i / 4] >> (i % 4 * 8) & 0xff;
        out_hex[2 * i] = digits[value >> 4];
        out_hex[2 * i + 1] = digits[value & 15];
    }
    out_hex[32] = '\0';
}

static int
md5_one(struct vd_source *in, const char *name, void *arg)
{
    struct md5 md5 = {{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}, 0, {0}};
    bool brief = *(bool *)arg;
    char *buf = at_alloc(READ_BYTES);
    char hex[33];
    size_t n;
    while ((n = vd_source_read(in, buf, READ_BYTES)) > 0)
        md5_add(&md5, buf, n);
    free(buf);
    md5_end(&md5, hex);
    vd_outf(in->call, "%s%s%s\n", hex, brief ? "" : "  ", brief ? "" : name);
    return 0;
}

static int
sha256_one(struct vd_source *in, const char *name, void *arg)
{
    struct at_buf all = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    bool brief = *(bool *)arg;
    unsigned char hash[AT_SHA256_BYTES];
    bool ok = vd_source_all(in, &all);
    at_sha256(at_buf_str(&all), hash);
    at_buf_deinit(&all);
    for (size_t i = 0; ok && i < sizeof(hash); i++)
        vd_outf(in->call, "%02x", hash[i]);
    if (ok)
        vd_outf(in->call, "%s%s\n", brief ? "" : "  ", brief ? "" : name);
    return !ok;
}

typedef int digest_one(struct vd_source *in, const char *name, void *arg);

static int
digest_each(struct vd_call *call, digest_one *one)
{
    struct vd_flags flags;
    if (!vd_flags_scan(&flags, call, "b"))
        return 1;
    bool brief = vd_flags_have(&flags, "b");
    return vd_each_source(call, flags.first, one, &brief);
}

int
vd_run_md5sum(struct vd_call *call)
{
    return digest_each(call, md5_one);
}

int
vd_run_sha256sum(struct vd_call *call)
{
    return digest_each(call, sha256_one);
}

struct base64 {
    bool decode;
    int64_t wrap; // 0: never
};

static void
wrap_lines(struct at_str text, int64_t wrap, struct at_buf *out)
{
    size_t width = wrap > 0 ? (size_t)wrap : text.len;
    while (text.len > 0) {
        size_t len = text.len < width ? text.len : width;
        at_buf_add_str(out, at_str_head(text, len));
        if (wrap > 0)
            at_buf_add_char(out, '\n');
        text = at_str_skip(text, len);
    }
}

static void
drop_blanks(struct at_buf *text)
{
    size_t len = 0;
    for (size_t i = 0; i < text->len; i++) {
        if (!strchr(" \t\r\n", text->data[i]) || !text->data[i])
            text->data[len++] = text->data[i];
    }
    text->len = len;
}

static int
base64_one(struct vd_source *in, const char *name, void *arg)
{
    const struct base64 *how = arg;
    struct at_buf all = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    struct at_buf text = AT_BUF_INIT(2 * AT_SHELL_OUTPUT_MAX_BYTES);
    struct at_buf out = AT_BUF_INIT(4 * AT_SHELL_OUTPUT_MAX_BYTES);
    bool ok = vd_source_all(in, &all);
    (void)name;
    if (ok && how->decode) {
        drop_blanks(&all);
        ok = at_base64_read(at_buf_str(&all), &out);
        if (!ok)
            vd_errf(in->call, "base64: bad input\n");
    } else if (ok && at_base64_write(at_buf_str(&all), &text)) {
        wrap_lines(at_buf_str(&text), how->wrap, &out);
    }
    vd_out(in->call, at_buf_str(&out));
    at_buf_deinit(&all);
    at_buf_deinit(&text);
    at_buf_deinit(&out);
    return !ok;
}

int
vd_run_base64(struct vd_call *call)
{
    struct vd_scan scan = vd_scan(call, "dw:i");
    struct base64 how = {.wrap = 76};
    int letter;
    while ((letter = vd_scan_next(&scan))) {
        if (letter == '?')
            return 1;
        how.decode = how.decode || letter == 'd';
        if (letter == 'w' &&
            !vd_operand_number(call, scan.value, 0, INT32_MAX, &how.wrap))
            return 1;
    }
    return vd_each_source(call, scan.at, base64_one, &how);
}
