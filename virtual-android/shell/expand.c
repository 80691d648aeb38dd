#include "virtual-android/shell/expand.h"

#include <dirent.h>
#include <fnmatch.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_virtual.h"
#include "virtual-android/files.h"
#include "virtual-android/shell/io.h"
#include "virtual-android/shell/run.h"
#include "virtual-android/shell/shell.h"

void
vd_texts_deinit(struct vd_texts *texts)
{
    for (size_t i = 0; i < texts->len; i++)
        free(texts->list[i]);
    free(texts->list);
    *texts = (struct vd_texts){0};
}

void
vd_texts_add(struct vd_texts *texts, struct at_str text)
{
    texts->list = at_realloc_array(texts->list, texts->len + 2, sizeof(char *));
    texts->list[texts->len++] = at_strndup(text.ptr, text.len);
    texts->list[texts->len] = NULL;
}

// A field that is being built, as text and as a pattern in which quoted parts
// are escaped.
struct field {
    struct vd_shell *shell;
    struct vd_texts *out;
    struct at_buf text;
    struct at_buf pattern;
    bool open;
    bool is_pattern;
};

static void
add_text(struct field *f, struct at_str text, bool quoted)
{
    f->open = true;
    at_buf_add_str(&f->text, text);
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        bool special = c == '*' || c == '?' || c == '[' || c == '\\';
        if (special && (quoted || c == '\\'))
            at_buf_add_char(&f->pattern, '\\');
        f->is_pattern = f->is_pattern || (special && !quoted && c != '\\');
        at_buf_add_char(&f->pattern, c);
    }
}

static int
compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Add the matching files. Return false if there are none. Only the last part of
// a path may be a pattern.
static bool
add_matches(struct field *f)
{
    const char *text = at_buf_text(&f->text);
    const char *slash = strrchr(text, '/');
    const char *pattern = strrchr(at_buf_text(&f->pattern), '/');
    size_t dir_len = slash ? (size_t)(slash - text) + 1 : 0;
    char *dir = dir_len ? at_strndup(text, dir_len) : at_strdup(".");
    struct vd_files *files = f->shell->io->io.files;
    char *host = vd_files_path(files, f->shell->cwd, dir);
    DIR *handle = opendir(host);
    size_t before = f->out->len;
    struct dirent *entry;
    pattern = pattern ? pattern + 1 : at_buf_text(&f->pattern);
    while (handle && (entry = readdir(handle)) &&
           f->out->len <= VD_SHELL_MAX_WORDS) {
        if (fnmatch(pattern, entry->d_name, FNM_PERIOD) != 0)
            continue;
        char *path = at_strfmt("%.*s%s", (int)dir_len, text, entry->d_name);
        vd_texts_add(f->out, at_str(path));
        free(path);
    }
    if (handle)
        closedir(handle);
    free(host);
    free(dir);
    size_t found = f->out->len - before;
    if (found > 0)
        qsort(f->out->list + before, found, sizeof(char *), compare_texts);
    return found > 0;
}

static void
end_field(struct field *f)
{
    if (f->open && !(f->is_pattern && add_matches(f)))
        vd_texts_add(f->out, at_buf_str(&f->text));
    at_buf_clear(&f->text);
    at_buf_clear(&f->pattern);
    f->open = false;
    f->is_pattern = false;
}

static void
add_split(struct field *f, struct at_str text)
{
    size_t start = 0;
    for (size_t i = 0; i <= text.len; i++) {
        if (i < text.len && !strchr(" \t\n", text.ptr[i]))
            continue;
        if (i > start)
            add_text(f, at_str_n(text.ptr + start, i - start), false);
        if (i < text.len)
            end_field(f);
        start = i + 1;
    }
}

static char *
command_output(struct vd_shell *shell, const struct vd_sh *node)
{
    struct at_buf out = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    struct vd_shell_io io;
    struct vd_shell inner;
    vd_shell_io_copy(&io, shell->io);
    io.out[0] = (struct vd_end){.kind = VD_END_BUF, .buf = &out};
    vd_shell_copy(&inner, shell, &io);
    shell->sub_status = node ? vd_shell_run_node(&inner, node) : 0;
    vd_shell_deinit(&inner);
    while (out.len > 0 && out.data[out.len - 1] == '\n')
        out.data[--out.len] = '\0';
    return at_buf_take(&out);
}

// The caller owns the text.
static char *
part_text(struct vd_shell *shell, const struct vd_part *part)
{
    if (part->kind == VD_PART_COMMAND)
        return command_output(shell, part->command);
    if (part->kind == VD_PART_TEXT)
        return at_strndup(part->text.ptr, part->text.len);
    if (at_str_is(part->text, "?"))
        return at_strfmt("%d", shell->status);
    if (at_str_is(part->text, "#"))
        return at_strdup("0");
    if (at_str_is(part->text, "$"))
        return at_strdup("4242");
    if (at_str_is(part->text, "0"))
        return at_strdup("sh");
    const char *value = vd_shell_var(shell, part->text.ptr);
    return at_strdup(value ? value : "");
}

static void
expand_word(struct field *f, const struct vd_word *word)
{
    for (const struct vd_part *at = word->parts; at; at = at->next) {
        char *text = part_text(f->shell, at);
        if (at->quoted || at->kind == VD_PART_TEXT)
            add_text(f, at_str(text), at->quoted);
        else
            add_split(f, at_str(text));
        free(text);
    }
    end_field(f);
}

bool
vd_shell_expand(struct vd_shell *shell, const struct vd_word *words,
                struct vd_texts *out)
{
    struct field f = {
        .shell = shell,
        .out = out,
        .text = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES),
        .pattern = AT_BUF_INIT(2 * AT_SHELL_OUTPUT_MAX_BYTES),
    };
    for (; words && out->len <= VD_SHELL_MAX_WORDS; words = words->next)
        expand_word(&f, words);
    at_buf_deinit(&f.text);
    at_buf_deinit(&f.pattern);
    return out->len <= VD_SHELL_MAX_WORDS;
}

char *
vd_shell_expand_one(struct vd_shell *shell, const struct vd_word *word)
{
    struct at_buf out = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    for (const struct vd_part *at = word->parts; at; at = at->next) {
        char *text = part_text(shell, at);
        at_buf_add_text(&out, text);
        free(text);
    }
    return at_buf_take(&out);
}
