"""conf: how Sphinx makes the documentation site; tools/site gives the pages, version and day."""
import os

project = 'AgenTest'
version = release = os.environ['SITE_VERSION']
html_title = 'AgenTest'
copyright = 'AgenTest contributors, MIT'  # noqa: A001  Sphinx reads this name

extensions = ['myst_parser']
myst_heading_anchors = 6
myst_links_external_new_tab = False
# Headings of the repository's pages may skip a level, and their examples show what no lexer knows.
suppress_warnings = ['myst.header', 'misc.highlighting_failure']
nitpicky = False
smartquotes = False

html_theme = 'furo'
html_static_path = [os.environ['SITE_STATIC']]
html_extra_path = [os.environ['SITE_EXTRA']]
html_css_files = ['site.css']
html_js_files = ['site.js']
html_favicon = os.path.join(os.environ['SITE_STATIC'], 'icon.svg')
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
# A summary of a result is fetched, which a page that was opened from disk may not do.
html_show_search_summary = False
pygments_style = 'xcode'
pygments_dark_style = 'github-dark'
html_theme_options = {
    'sidebar_hide_name': False,
    'light_logo': 'icon.svg',
    'dark_logo': 'icon.svg',
    'light_css_variables': {
        'color-brand-primary': '#1d5fd1',
        'color-brand-content': '#1d5fd1',
        'color-brand-visited': '#1d5fd1',
        'font-stack': 'Inter, system-ui, sans-serif',
        'font-stack--headings': 'Inter, system-ui, sans-serif',
        'font-stack--monospace': 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
    },
    'dark_css_variables': {
        'color-brand-primary': '#8ab4ff',
        'color-brand-content': '#8ab4ff',
        'color-brand-visited': '#8ab4ff',
    },
}
