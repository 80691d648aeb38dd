// expand.h: words to texts: variables, command substitution, file names
#ifndef VIRTUAL_ANDROID_SHELL_EXPAND_H
#define VIRTUAL_ANDROID_SHELL_EXPAND_H

#include "virtual-android/shell/parse.h"

struct vd_shell;

struct vd_texts {
    char **list; // owned, up to NULL
    size_t len;
};

void vd_texts_deinit(struct vd_texts *texts);
void vd_texts_add(struct vd_texts *texts, struct at_str text);
// The fields of words, in order: split, and matched against files, as sh does.
// Returns false for more than VD_SHELL_MAX_WORDS.
AT_CHECKED bool vd_shell_expand(struct vd_shell *shell,
                                const struct vd_word *words,
                                struct vd_texts *out);
// One word as one text, which the caller owns.
char *vd_shell_expand_one(struct vd_shell *shell, const struct vd_word *word);

#endif
