#include "setup/server.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/shell_quote.h"
#include "wire/jsonc_edit.h"
#include "wire/toml_edit.h"

enum { MEMBERS_MAX = 3 };

// An entry and all that it borrows.
struct server {
    struct at_str path[2];
    struct at_entry_member members[MEMBERS_MAX];
    struct at_str *args; // owned
    struct at_entry entry;
};

static void
fill(struct server *server, const struct at_setup_client *client,
     const struct at_argv *command)
{
    size_t count = command ? command->count - 1 : 0;
    size_t members = 0;
    *server = (struct server){
        .path = {at_str(client->list), AT_STR("agentest")},
        .args = at_alloc(count * sizeof(struct at_str)),
    };
    for (size_t i = 0; i < count; i++)
        server->args[i] = at_str(command->words[i + 1]);
    if (client->has_type)
        server->members[members++] = (struct at_entry_member){
            .name = AT_STR("type"), .text = AT_STR("stdio")};
    server->members[members++] = (struct at_entry_member){
        .name = AT_STR("command"),
        .text = at_str(command ? command->words[0] : "")};
    server->members[members++] =
        (struct at_entry_member){.name = AT_STR("args"),
                                 .is_list = true,
                                 .even_empty = client->has_all_args,
                                 .items = server->args,
                                 .count = count};
    server->entry = (struct at_entry){server->path, 2, server->members, members,
                                      AT_STR("command")};
}

bool
at_setup_server_put(const struct at_setup_client *client,
                    const struct at_argv *command, struct at_str text,
                    struct at_buf *out, struct at_err *err)
{
    struct server server;
    fill(&server, client, command);
    bool ok = client->is_toml ? at_toml_put(text, &server.entry, out, err)
                              : at_jsonc_put(text, &server.entry, out, err);
    free(server.args);
    return ok;
}

bool
at_setup_server_drop(const struct at_setup_client *client, struct at_str text,
                     struct at_buf *out, struct at_err *err)
{
    struct server server;
    fill(&server, client, NULL);
    bool ok = client->is_toml ? at_toml_drop(text, &server.entry, out, err)
                              : at_jsonc_drop(text, &server.entry, out, err);
    free(server.args);
    return ok;
}

static void
print_command(const struct at_setup_client *client,
              const struct at_argv *command, struct at_buf *out)
{
    at_buf_add_text(out, client->add);
    for (size_t i = 0; i < command->count; i++) {
        at_buf_add_char(out, ' ');
        if (!at_quote(out, at_str(command->words[i]), NULL))
            at_buf_add_text(out, command->words[i]);
    }
    at_buf_add_char(out, '\n');
}

void
at_setup_server_print(const struct at_setup_client *client,
                      const struct at_argv *command, struct at_buf *out,
                      struct at_buf *out_where)
{
    const char *folder = client->file.base == AT_SETUP_HOME ? "~/"
                         : client->file.base == AT_SETUP_CONFIG
                             ? "~/.config/"
                             : "the settings folder's ";
    if (client->add) {
        at_buf_add_text(out_where,
                        "Run this in the folder of your project (add `--scope "
                        "user` for all projects):");
        print_command(client, command, out);
        return;
    }
    at_buf_add_fmt(out_where, "Put this into %s%s", folder, client->file.below);
    if (client->project_file)
        at_buf_add_fmt(out_where, ", or %s of your project",
                       client->project_file);
    at_buf_add_text(out_where, " (`agentest setup` does it for you):");
    (void)!at_setup_server_put(client, command, AT_STR(""), out, NULL);
}
