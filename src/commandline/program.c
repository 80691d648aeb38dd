#include "commandline/program.h"

const struct at_command *
at_command_find(const struct at_program *program, struct at_str name)
{
    for (const struct at_command *const *row = program->commands; *row; row++) {
        if (at_str_is(name, (*row)->name))
            return *row;
    }
    return NULL;
}

bool
at_command_is_of(const struct at_command *command, struct at_str group)
{
    struct at_str name = at_str(command->name);
    return name.len > group.len && at_str_starts(name, group) &&
           name.ptr[group.len] == ' ';
}

bool
at_command_is_group(const struct at_program *program, struct at_str word)
{
    for (const struct at_command *const *row = program->commands; *row; row++) {
        if (at_command_is_of(*row, word))
            return true;
    }
    return false;
}

const struct at_command *
at_command_default(const struct at_program *program)
{
    for (const struct at_command *const *row = program->commands; *row; row++) {
        if ((*row)->flags & AT_COMMAND_DEFAULT)
            return *row;
    }
    return NULL;
}

static size_t
add_rows(const struct at_option *from, struct at_option *out, size_t count)
{
    for (; from && from->name && count + 1 < AT_OPTION_ROWS_MAX; from++)
        out[count++] = *from;
    out[count] = (struct at_option){0};
    return count;
}

size_t
at_command_rows(const struct at_program *program,
                const struct at_command *command,
                struct at_option rows[AT_OPTION_ROWS_MAX])
{
    size_t count = add_rows(command->options, rows, 0);
    const struct at_flag_option *own = program->flag_options;
    for (; own && own->flag && count + 1 < AT_OPTION_ROWS_MAX; own++) {
        if (command->flags & own->flag)
            rows[count++] = own->row;
    }
    rows[count] = (struct at_option){0};
    return count;
}

size_t
at_command_all_rows(const struct at_program *program,
                    const struct at_command *command,
                    struct at_option rows[AT_OPTION_ROWS_MAX])
{
    size_t count = command ? at_command_rows(program, command, rows) : 0;
    return add_rows(program->options, rows, count);
}
