#include "virtual-android/model/rows.h"

#include "virtual-android/model/store.h"
#include "virtual-android/model/expr.h"
#include "virtual-android/model/window.h"

// The objects of the rows: from a query, given in the file, or only counted.
static json_t *
row_data(struct vd_device *device, struct vd_app *app, json_t *rows)
{
    const char *sql = json_string_value(json_object_get(rows, "sql"));
    json_t *items = json_object_get(rows, "items");
    if (sql) {
        json_t *args = json_object_get(rows, "args");
        json_t *found = vd_database_query(
            device, app, vd_json_text(rows, "database", ""), sql, args);
        return found ? found : json_array();
    }
    if (items)
        return json_incref(items);
    json_int_t count = json_integer_value(json_object_get(rows, "count"));
    json_t *made = json_array();
    for (json_int_t i = 0; i < count && i < (json_int_t)VD_ROWS_MAX; i++)
        json_array_append_new(made, json_object());
    return made;
}

void
vd_rows_fill(struct vd_device *device, struct vd_window *window,
             struct vd_node *list)
{
    json_t *rows = json_object_get(list->json, "rows");
    json_t *data = row_data(device, window->app, rows);
    json_t *made = json_array();
    size_t i;
    json_t *row;
    for (struct vd_node *old = list->first_child; old; old = old->next)
        vd_nodes_release(old);
    list->first_child = list->last_child = NULL;
    json_array_foreach(data, i, row)
    {
        if (i >= VD_ROWS_MAX)
            break;
        json_t *scope = json_copy(row);
        json_object_set_new(scope, "i", json_integer((json_int_t)i + 1));
        json_t *node = vd_bind_row(json_object_get(rows, "template"), scope);
        json_array_append_new(made, node);
        vd_node_add(window, list, node);
        json_decref(scope);
    }
    json_decref(data);
    json_decref(list->rows);
    list->rows = made;
}
