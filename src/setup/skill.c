#include "setup/skill.h"

#include "base/hex.h"
#include "base/sha256.h"

#define MARK "<!-- Installed by `mobile-dev-agent setup`, sha256 "
#define MARK_END " -->\n"

static void
write_mark(struct at_str text, struct at_buf *out)
{
    unsigned char digest[AT_SHA256_BYTES];
    char hex[2 * AT_SHA256_BYTES + 1];
    at_sha256(text, digest);
    at_hex_write(digest, sizeof(digest), hex);
    at_buf_add_fmt(out, MARK "%s" MARK_END, hex);
}

void
at_setup_skill_write(struct at_str text, struct at_buf *out)
{
    at_buf_add_str(out, text);
    at_buf_add_char(out, '\n');
    write_mark(text, out);
}

bool
at_setup_skill_is_ours(struct at_str file, struct at_str text)
{
    enum { MARK_LEN = sizeof(MARK MARK_END) - 1 + 2 * AT_SHA256_BYTES };
    struct at_buf mark = AT_BUF_INIT(MARK_LEN + 1);
    if (at_str_eq(file, text))
        return true;
    if (file.len < MARK_LEN + 1)
        return false;
    write_mark(at_str_head(file, file.len - MARK_LEN - 1), &mark);
    bool ours = at_str_ends(file, at_buf_str(&mark)) &&
                file.ptr[file.len - MARK_LEN - 1] == '\n';
    at_buf_deinit(&mark);
    return ours;
}
