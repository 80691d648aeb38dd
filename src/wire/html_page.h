// html_page.h: how reports look that are one HTML file without scripts
//
// Nothing on such a page can run or be loaded: pictures and videos are data
// within it. Its texts are written by wire/xml.h.
#ifndef AT_WIRE_HTML_PAGE_H
#define AT_WIRE_HTML_PAGE_H

// From the doctype to the style; a title and "</head>" follow. Classes: soft,
// pass, fail, open (tones); body (of a details), name (in a summary), shot,
// note.
extern const char at_html_page_head[];

#endif
