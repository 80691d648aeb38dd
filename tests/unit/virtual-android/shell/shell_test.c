// The parser is tested by its tree as text, the shell by the output of a line.
#include "tests/t.h"

#include "base/buf.h"
#include "base/limits.h"
#include "virtual-android/shell/command.h"
#include "virtual-android/model/device.h"
#include "virtual-android/files.h"
#include "virtual-android/ports.h"
#include "virtual-android/access/access.h"
#include "base/arena.h"
#include "virtual-android/programs.h"
#include "virtual-android/shell/parse.h"
#include "virtual-android/shell/shell.h"

static void write_node(struct at_buf *out, const struct vd_sh *node);

static void
write_word(struct at_buf *out, const struct vd_word *word)
{
    for (const struct vd_part *at = word->parts; at; at = at->next) {
        if (at->quoted)
            at_buf_add_char(out, '\'');
        if (at->kind == VD_PART_VAR)
            at_buf_add_char(out, '$');
        at_buf_add_str(out, at->text);
        if (at->kind == VD_PART_COMMAND) {
            at_buf_add_char(out, '`');
            write_node(out, at->command);
            at_buf_add_char(out, '`');
        }
        if (at->quoted)
            at_buf_add_char(out, '\'');
    }
}

static void
write_command(struct at_buf *out, const struct vd_sh *node)
{
    static const char *const redirs[] = {"<", ">", ">>", ">&"};
    const char *blank = "";
    for (const struct vd_word *at = node->assigns; at; at = at->next) {
        at_buf_add_text(out, blank);
        at_buf_add_text(out, "set:");
        write_word(out, at);
        blank = " ";
    }
    for (const struct vd_word *at = node->words; at; at = at->next) {
        at_buf_add_text(out, blank);
        write_word(out, at);
        blank = " ";
    }
    for (const struct vd_redir *at = node->redirs; at; at = at->next) {
        at_buf_add_fmt(out, "%s%d%s", blank, at->fd, redirs[at->kind]);
        blank = " ";
        if (at->word)
            write_word(out, at->word);
        else
            at_buf_add_fmt(out, "%d", at->from);
    }
}

static void
write_node(struct at_buf *out, const struct vd_sh *node)
{
    static const char *const names[] = {"",    "pipe",  "and", "or", "list",
                                        "not", "group", "sub", "if"};
    if (!node)
        return;
    if (node->kind == VD_SH_COMMAND) {
        write_command(out, node);
        return;
    }
    at_buf_add_fmt(out, "(%s ", names[node->kind]);
    write_node(out, node->left);
    const struct vd_sh *more[] = {node->right, node->other};
    for (size_t i = 0; i < T_LEN(more); i++) {
        if (more[i]) {
            at_buf_add_text(out, ", ");
            write_node(out, more[i]);
        }
    }
    if (node->redirs) {
        at_buf_add_char(out, ' ');
        write_command(out, node);
    }
    at_buf_add_char(out, ')');
}

static const struct {
    const char *line;
    const char *tree; // NULL: a syntax error
} trees[] = {
    {"", ""},
    {"  # nothing", ""},
    {"ls -l /x", "ls -l /x"},
    {"echo 'a b'\"c\" d\\ e", "echo 'a bc' d' 'e"},
    {"echo ''", "echo ''"},
    {"echo \"a$B ${C}d\" $? $$x", "echo 'a''$B'' ''$C''d' $? $$x"},
    {"echo \"\\$ \\\" \\x\" $", "echo '$ \" \\x' $"},
    {"a | b | c", "(pipe a, (pipe b, c))"},
    {"a && b || c", "(and a, (or b, c))"},
    {"a; b\nc", "(list a, (list b, c))"},
    {"a;", "(list a)"},
    {"a &", "(list a)"},
    {"! a | b", "(not (pipe a, b))"},
    {"(a; b) >f", "(sub (list a, b) 1>f)"},
    {"{ a; } 2>&1", "(group (list a) 2>&1)"},
    {"a >f 2>&1 <g >>h", "a 1>f 2>&1 0<g 1>>h"},
    {"a 2>/dev/null", "a 2>/dev/null"},
    {"a &>f", "a 1>f 2>&1"},
    {"a >&-", "a 1>/dev/null"},
    {"echo 2 >f", "echo 2 1>f"},
    {"X=1 Y= a Z=3", "set:X=1 set:Y= a Z=3"},
    {"X=$(a b)", "set:X=`a b`"},
    {"echo \"$(a \"b\")\" `c \\`d\\``", "echo '''`a 'b'`' `c `d``"},
    {"if a; then b; fi", "(if (list a), (list b))"},
    {"if a\nthen b\nelse c\nfi >f", "(if (list a), (list b), (list c) 1>f)"},
    {"if a; then b; elif c; then d; else e; fi",
     "(if (list a), (list b), (if (list c), (list d), (list e)))"},
    {"a \\\n b", "a b"},
    {"fi", NULL},
    {"echo 'open", NULL},
    {"echo \"open", NULL},
    {"echo `open", NULL},
    {"echo $(open", NULL},
    {"echo ${open", NULL},
    {"echo ${x:-y}", NULL},
    {"echo $((1+1))", NULL},
    {"a |", NULL},
    {"a &&", NULL},
    {"| a", NULL},
    {"a >", NULL},
    {"a <<END", NULL},
    {"a 2>&9", NULL},
    {"a )", NULL},
    {"( a", NULL},
    {"{ a", NULL},
    {"if a; then b", NULL},
    {";; a", NULL},
    {"while true; do a; done", NULL},
    {"for x in a; do b; done", NULL},
    {"echo for x", "echo for x"},
};

static void
check_cuts(const char *line)
{
    for (size_t cut = 0; cut < strlen(line); cut++) {
        struct at_arena arena = AT_ARENA_INIT;
        struct at_err err = AT_ERR_INIT;
        struct vd_sh *node;
        if (!vd_shell_parse(&arena, at_str_n(line, cut), &node, &err))
            T_HAS(err.msg, "syntax error: ");
        at_arena_deinit(&arena);
    }
}

T_TEST(shell_trees)
{
    for (size_t i = 0; i < T_LEN(trees); i++) {
        struct at_arena arena = AT_ARENA_INIT;
        struct at_buf text = AT_BUF_INIT(AT_MIB);
        struct at_err err = AT_ERR_INIT;
        struct vd_sh *node;
        T_ROW(trees[i].line);
        bool ok = vd_shell_parse(&arena, at_str(trees[i].line), &node, &err);
        T_EQ_INT(ok, trees[i].tree != NULL);
        if (ok) {
            write_node(&text, node);
            T_EQ_TEXT(at_buf_text(&text), trees[i].tree);
        } else {
            T_HAS(err.msg, "syntax error: ");
        }
        check_cuts(trees[i].line);
        at_buf_deinit(&text);
        at_arena_deinit(&arena);
    }
}

T_TEST(shell_nesting_is_bounded)
{
    static const char *const openings[] = {"(", "$(", "{ ", "if ", "! "};
    for (size_t i = 0; i < T_LEN(openings); i++) {
        struct at_buf line = AT_BUF_INIT(AT_MIB);
        struct at_arena arena = AT_ARENA_INIT;
        struct at_err err = AT_ERR_INIT;
        struct vd_sh *node;
        for (int k = 0; k < 10000; k++)
            at_buf_add_text(&line, openings[i]);
        T_NOT(vd_shell_parse(&arena, at_buf_str(&line), &node, &err));
        at_buf_deinit(&line);
        at_arena_deinit(&arena);
    }
}

struct memory_io {
    struct vd_io io;
    struct at_str in;
    struct at_buf out[2];
};

static size_t
memory_read(struct vd_io *io, void *buf, size_t cap)
{
    struct memory_io *memory = (struct memory_io *)io;
    size_t len = memory->in.len < cap ? memory->in.len : cap;
    memcpy(buf, memory->in.ptr, len);
    memory->in = at_str_skip(memory->in, len);
    return len;
}

static bool
memory_write(struct vd_io *io, int fd, const void *ptr, size_t len)
{
    return at_buf_add(&((struct memory_io *)io)->out[fd == 2], ptr, len);
}

static bool
memory_wait(struct vd_io *io, int64_t ms)
{
    (void)io, (void)ms;
    return true;
}

static const struct {
    const char *line;
    int status;
    const char *out;
    const char *err; // a part of it; NULL: it must be empty
} runs[] = {
    {"echo a  'b  c' \"d\"e", 0, "a b  c de\n", NULL},
    {"echo -n x; echo -e 'a\\tb\\x41\\0101'", 0, "xa\tbAA\n", NULL},
    {"printf '%s-%03d\\n' a 7 b 8", 0, "a-007\nb-008\n", NULL},
    {"false; echo $?; true && echo y || echo n", 0, "1\ny\n", NULL},
    {"false && echo y || echo n; ! false", 0, "n\n", NULL},
    {"nosuch", 127, "", "/system/bin/sh: nosuch: inaccessible or not found"},
    {"nosuch 2>/dev/null; echo $?", 0, "127\n", NULL},
    {"X=$?; echo $X", 0, "0\n", NULL},
    {"X=$(false)", 1, "", NULL},
    {"X=a; X=b env | grep ^X=; echo $X", 0, "X=b\na\n", NULL},
    {"X=a true; echo [$X]", 0, "[]\n", NULL},
    {"X=a; env | grep -c ^X=; export X; env | grep ^X=", 0, "0\nX=a\n", NULL},
    {"export X=a; (X=b; env | grep ^X=); echo $X", 0, "X=b\na\n", NULL},
    {"X=a exec env | grep ^X=; echo here", 0, "X=a\nhere\n", NULL},
    {"X='a  b'; echo $X; echo \"$X\" ${X}c", 0, "a b\na  b a bc\n", NULL},
    {"echo `echo x` $(echo y; echo z)", 0, "x y z\n", NULL},
    {"echo \"$(echo 'a  b')\"", 0, "a  b\n", NULL},
    {"if [ 1 -lt 2 ]; then echo y; else echo n; fi", 0, "y\n", NULL},
    {"if false; then echo a; elif true; then echo b; fi", 0, "b\n", NULL},
    {"[ a = b -o -z '' ] && echo y", 0, "y\n", NULL},
    {"[ -f /nope", 2, "", "missing ]"},
    {"echo abc | tr a-c A-C | cat", 0, "ABC\n", NULL},
    {"cat", 0, "in one\nin two\n", NULL},
    {"head -n 1", 0, "in one\n", NULL},
    {"exit 3; echo no", 3, "", NULL},
    {"(exit 4); echo $?", 0, "4\n", NULL},
    {"(cd /sdcard; pwd); pwd", 0, "/sdcard\n/\n", NULL},
    {"{ cd /data; pwd; }; pwd", 0, "/data\n/data\n", NULL},
    {"cd /nope", 2, "", "cd: /nope: No such file or directory"},
    {"echo x >/sdcard/f; echo y >>/sdcard/f; cat </sdcard/f", 0, "x\ny\n",
     NULL},
    {"nosuch >/sdcard/f 2>&1; cat /sdcard/f", 0,
     "/system/bin/sh: nosuch: inaccessible or not found\n", NULL},
    {"echo x >/nope/f", 1, "", "can't create /nope/f: No such file"},
    {"cat </nope", 1, "", "can't open /nope: No such file"},
    {"cat /nope", 1, "", "cat: /nope: No such file or directory"},
    {"mkdir /sdcard/g; touch /sdcard/g/a1 /sdcard/g/a2; echo /sdcard/g/a* "
     "'/sdcard/g/a*' /nope/*",
     0, "/sdcard/g/a1 /sdcard/g/a2 /sdcard/g/a* /nope/*\n", NULL},
    {"ls /sdcard/g; rm -r /sdcard/g; ls -d /sdcard/g 2>/dev/null", 1,
     "a1\na2\n", NULL},
    {"echo 'echo in $0 script' >/data/local/tmp/s; sh /data/local/tmp/s", 0,
     "in sh script\n", NULL},
    {"sh -c 'echo a; exit 5'; echo $?", 0, "a\n5\n", NULL},
    {"echo 'sh /data/local/tmp/r' >/data/local/tmp/r; sh /data/local/tmp/r", 1,
     "", "nested deeper than"},
    {"Q='eval \"$Q\"'; eval \"$Q\"", 1, "", "nested deeper than"},
    {"echo 'oops", 1, "", "sh: syntax error: no closing quote at the end"},
    {"/system/bin/echo full; /nope/x", 127, "full\n", "inaccessible"},
    {"command -v ls; which nosuch", 1, "/system/bin/ls\n", NULL},
    {"printf 'b 2\\na 10\\nb 2\\n' | sort | uniq -c | wc -l", 0, "2\n", NULL},
    {"printf '10\\n9\\n' | sort -n", 0, "9\n10\n", NULL},
    {"printf 'x=1\\ny=2\\n' | grep -v x | cut -d= -f2", 0, "2\n", NULL},
    {"printf 'aXbX\\n' | sed 's/X/-/g'; printf '1\\n2\\n3\\n' | sed -n 2p", 0,
     "a-b-\n2\n", NULL},
    {"printf '1\\n2\\n3\\n' | tail -n 2 | head -1", 0, "2\n", NULL},
    {"printf '1\\n2\\n3\\n' | tail -n +2", 0, "2\n3\n", NULL},
    {"printf abc | md5sum -b", 0, "900150983cd24fb0d6963f7d28e17f72\n", NULL},
    {"printf 'abcd' | base64 -w0; echo; echo YWJjZA== | base64 -d", 0,
     "YWJjZA==\nabcd", NULL},
    {"printf 12345 >/sdcard/n; stat -c '%s %F' /sdcard/n", 0,
     "5 regular file\n", NULL},
    {"basename /a/b.txt .txt; dirname /a/b.txt", 0, "b\n/a\n", NULL},
    {"ln -s /sdcard /data/l; readlink /data/l; ls -d /data/l/n; realpath "
     "/data/l/n",
     0, "/sdcard\n/data/l/n\n/storage/emulated/0/n\n", NULL},
    {"id -u; whoami", 0, "2000\nshell\n", NULL},
    {"kill -0 1; echo $?; kill -0 99999 2>/dev/null; echo $?", 0, "0\n1\n",
     NULL},
    {"sleep 0.01 && echo slept", 0, "slept\n", NULL},
};

T_TEST(shell_runs)
{
    struct vd_files *files;
    struct vd_device *device;
    struct vd_ports *ports = vd_ports_new();
    T_OK(vd_files_open(NULL, &files, NULL));
    const char *const no_apps[] = {NULL};
    struct vd_device_opts opts = {
        .serial = "emulator-5554",
        .apps = no_apps,
        .files = files,
        .ports = ports,
        .listener = &vd_access_listener,
    };
    T_OK(vd_device_new(&opts, &device, NULL));
    for (size_t i = 0; i < T_LEN(runs); i++) {
        struct memory_io memory = {
            .io = {.read = memory_read,
                   .write = memory_write,
                   .wait = memory_wait,
                   .files = files,
                   .programs = vd_programs},
            .in = AT_STR("in one\nin two\n"),
            .out = {AT_BUF_INIT(AT_MIB), AT_BUF_INIT(AT_MIB)},
        };
        T_ROW(runs[i].line);
        int status = vd_shell_run(device, &memory.io, "shell", runs[i].line);
        T_EQ_TEXT(at_buf_text(&memory.out[0]), runs[i].out);
        if (runs[i].err)
            T_HAS(at_buf_text(&memory.out[1]), runs[i].err);
        else
            T_EQ_TEXT(at_buf_text(&memory.out[1]), "");
        T_EQ_INT(status, runs[i].status);
        at_buf_deinit(&memory.out[0]);
        at_buf_deinit(&memory.out[1]);
    }
    vd_device_free(device);
    vd_files_free(files);
    vd_ports_free(ports);
}

T_MAIN()
