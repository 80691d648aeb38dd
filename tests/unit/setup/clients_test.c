// clients_test.c: each row is whole, and has an entry that its own editor finds
// again
#include "setup/server.h"
#include "setup/skill.h"
#include "tests/t.h"

T_TEST(each_client_is_whole)
{
    for (size_t i = 0; i < AT_SETUP_CLIENTS; i++) {
        const struct at_setup_client *client = &at_setup_clients[i];
        T_ROW(at_setup_words[i]);
        T_OK(client->name && client->list && client->next);
        T_OK(client->folder.base != AT_SETUP_NOWHERE && client->folder.below);
        T_OK(client->file.base != AT_SETUP_NOWHERE && client->file.below);
        T_OK(!client->file.variable == !client->file.below_variable);
        T_EQ_INT(client->skills.base != AT_SETUP_NOWHERE,
                 client->project_skills != NULL);
        T_OK(at_setup_client_find(at_setup_words[i]) == client);
        T_EQ_TEXT(at_setup_client_word(client), at_setup_words[i]);
    }
    T_NULL(at_setup_words[AT_SETUP_CLIENTS]);
    T_NULL(at_setup_client_find("emacs"));
}

T_TEST(each_entry_is_put_once_and_dropped)
{
    struct at_argv command = AT_ARGV_INIT;
    at_argv_add(&command, "npx");
    at_argv_add(&command, "-y");
    for (size_t i = 0; i < AT_SETUP_CLIENTS; i++) {
        const struct at_setup_client *client = &at_setup_clients[i];
        struct at_buf one = AT_BUF_INIT(4096), two = AT_BUF_INIT(4096);
        struct at_buf none = AT_BUF_INIT(4096);
        T_ROW(at_setup_words[i]);
        T_OK(at_setup_server_put(client, &command, AT_STR(""), &one, NULL));
        T_HAS(at_buf_text(&one), client->list);
        T_HAS(at_buf_text(&one), "\"npx\"");
        T_HAS(at_buf_text(&one), "[\"-y\"]");
        T_EQ_INT(strstr(at_buf_text(&one), "\"stdio\"") != NULL,
                 client->has_type);
        T_OK(at_setup_server_put(client, &command, at_buf_str(&one), &two,
                                 NULL));
        T_EQ_TEXT(at_buf_text(&two), at_buf_text(&one));
        T_OK(at_setup_server_drop(client, at_buf_str(&one), &none, NULL));
        T_NULL(strstr(at_buf_text(&none), "agentest"));
        at_buf_deinit(&one);
        at_buf_deinit(&two);
        at_buf_deinit(&none);
    }
    at_argv_deinit(&command);
}

T_TEST(a_skill_file_is_ours_until_it_is_changed)
{
    struct at_buf file = AT_BUF_INIT(4096);
    struct at_str older = AT_STR("# older\n"), text = AT_STR("# skill\n");
    T_OK(at_setup_skill_is_ours(text, text));
    T_NOT(at_setup_skill_is_ours(older, text));
    T_NOT(at_setup_skill_is_ours(AT_STR(""), text));
    at_setup_skill_write(older, &file);
    T_OK(at_setup_skill_is_ours(at_buf_str(&file), text));
    for (size_t len = 0; len < file.len; len++)
        T_NOT(
            at_setup_skill_is_ours(at_str_head(at_buf_str(&file), len), text));
    file.data[2] = 'O';
    T_NOT(at_setup_skill_is_ours(at_buf_str(&file), text));
    at_buf_deinit(&file);
}

T_MAIN()
