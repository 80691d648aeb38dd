// each.c: all documents that a query finds, page by page
#include "base/limits.h"
#include "store/store.h"

// The last id is noted before each may take the documents apart.
static bool
take_page(const struct at_store_list *list, at_store_each_fn *each, void *user,
          char before[AT_STORE_KEY_MAX + 1], struct at_err *err)
{
    bool ok = true;
    if (list->count > 0)
        at_str_cut(before, AT_STORE_KEY_MAX + 1,
                   at_str(list->docs[list->count - 1].id));
    for (size_t i = 0; ok && i < list->count; i++)
        ok = each(user, &list->docs[i], err);
    return ok;
}

bool
at_store_each(struct at_store_db *db, const struct at_store_query *query,
              at_store_each_fn *each, void *user, struct at_err *err)
{
    struct at_store_query page = *query;
    char before[AT_STORE_KEY_MAX + 1] = "";
    bool ok = true;
    bool more = true;
    if (page.limit == 0)
        page.limit = AT_STORE_LIST_MAX;
    while (ok && more) {
        struct at_store_list list;
        page.before = at_str(before);
        if (!db->ops->list(db, &page, &list, err))
            return false;
        ok = take_page(&list, each, user, before, err);
        more = list.more && list.count > 0;
        at_store_list_deinit(&list);
    }
    return ok;
}
