// system.c: uname, os-release, confstr and the map of the process
#include "sys/system.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/argv.h"
#include "base/limits.h"
#include "sys/file.h"

// The name for people, from os-release(5).
static void
write_release(struct at_buf *out)
{
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    struct at_str rest, line;
    struct at_str name = AT_STR("PRETTY_NAME=");
    if (at_file_read("/etc/os-release", &text, NULL)) {
        rest = at_buf_str(&text);
        while (at_str_next_line(&rest, &line)) {
            if (!at_str_starts(line, name))
                continue;
            struct at_str value = at_str_skip(line, name.len);
            if (value.len > 1 && value.ptr[0] == '"')
                value = at_str_n(value.ptr + 1, value.len - 2);
            at_buf_add_fmt(out, "system: %.*s\n", AT_STR_ARG(value));
        }
    }
    at_buf_deinit(&text);
}

static void
write_libc(struct at_buf *out)
{
#ifdef _CS_GNU_LIBC_VERSION
    char version[64] = "";
    size_t len = confstr(_CS_GNU_LIBC_VERSION, version, sizeof(version));
    if (len > 0 && len <= sizeof(version))
        at_buf_add_fmt(out, "libc: %s\n", version);
#else
    at_buf_add_text(out, "libc: the system's own\n");
#endif
}

void
at_system_write(struct at_buf *out)
{
    struct utsname names;
    write_release(out);
    if (uname(&names) == 0)
        at_buf_add_fmt(out, "kernel: %s %s, %s\n", names.sysname, names.release,
                       names.machine);
    write_libc(out);
}

static bool
has_word(const struct at_argv *argv, struct at_str word)
{
    for (size_t i = 0; i < argv->count; i++) {
        if (at_str_is(word, argv->words[i]))
            return true;
    }
    return false;
}

void
at_system_write_libraries(struct at_buf *out)
{
    struct at_buf map = AT_BUF_INIT(4 * AT_MIB);
    struct at_argv seen = AT_ARGV_INIT;
    struct at_str rest, line;
    if (!at_file_read("/proc/self/maps", &map, NULL))
        map.len = 0;
    rest = at_buf_str(&map);
    while (at_str_next_line(&rest, &line)) {
        struct at_str name = at_str_after_last(line, '/');
        if (name.len == line.len || !at_str_has(name, AT_STR(".so")) ||
            has_word(&seen, name))
            continue;
        at_argv_add_str(&seen, name);
        at_buf_add_fmt(out, "  %.*s\n", AT_STR_ARG(name));
    }
    at_argv_deinit(&seen);
    at_buf_deinit(&map);
}
