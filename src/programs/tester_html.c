// tester_html.c: the front end's page, the run's folder, and where it goes
#include "programs/tester_html.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "programs/web_files.h"
#include "sys/private.h"
#include "tester/report/html.h"
#include "wire/json.h"

static bool
write_to(const struct at_tester_html *html, const char *folder, int fd,
         struct at_err *err)
{
    const struct at_dashboard web = {at_dashboard_files,
                                     at_dashboard_file_count, NULL};
    const struct at_op forever = {AT_NEVER_NS, NULL};
    struct at_buf page = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    bool ok = at_dashboard_read(&web, AT_STR(AT_HTML_PAGE), &page, err);
    if (ok) {
        struct at_html_report report = {html->store, html->document, folder,
                                        at_buf_str(&page)};
        ok = at_report_html(&forever, &report, fd, err);
    }
    at_buf_deinit(&page);
    return ok;
}

static char *
folder_of(const struct at_tester_html *html)
{
    struct at_str id = at_json_get_str(html->document, "id");
    return at_strfmt("%s/%.*s", html->reports, AT_STR_ARG(id));
}

bool
at_tester_html_print(const struct at_tester_html *html, struct at_err *err)
{
    char *folder = folder_of(html);
    fflush(stdout);
    bool ok = write_to(html, folder, STDOUT_FILENO, err);
    free(folder);
    return ok;
}

bool
at_tester_html_save(const struct at_tester_html *html, struct at_err *err)
{
    char *folder = folder_of(html);
    char *path = at_strfmt("%s/" AT_HTML_PAGE, folder);
    int fd;
    bool ok = at_private_open(path, O_WRONLY | O_CREAT, &fd, err) &&
              write_to(html, folder, fd, err);
    if (fd >= 0)
        close(fd);
    free(path);
    free(folder);
    return ok;
}
