"""stale: names in comments and pages that nothing has any more. For tools/check-docs."""
import re

from sources import ROOT

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
IDENTIFIER = re.compile(r'(?<![\w/.%*-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w*…/-])')
CODE = re.compile(r'\.(c|h|java|js|mjs|cjs|ts|tsx|py|build|proto|json|xml)$|^tools/[\w-]+$|options')
GENERATED = re.compile(r'^(web/dist|docs/pictures|tests/fuzz/corpus)/|package-lock')
PATH = re.compile(r'`([a-z][\w-]*(?:/[\w.*-]+)+)/?`')
PLACEHOLDER = re.compile(r'[A-Z]{3}')

# Words of standards and of other projects' sources.
FOREIGN = set("""
adb_io aw_devtools_manager_delegate bit_depth_luma_minus8 buyer_name chroma_format_idc file_sync_protocol flutter_tools
frame_cropping_flag frame_mbs_only_flag log2_max_frame_num_minus4 max_num_ref_frames protocol_discovery
separate_colour_plane_flag seq_scaling_matrix_present_flag shell_protocol string_set to_string trailing_zero_8bits
webview_devtools_remote_1234
""".split())
OTHERS = {'tools/list', 'tools/call', 'tools/check-voice', 'src/debug', 'tests/e2e/node_modules'}


def comments_and_code(text):
    """The comments of a C source with their lines, and the rest with its strings."""
    found = []

    def cut(match):
        if match[0][0] in '"\'':
            return match[0]
        found.append((text.count('\n', 0, match.start()) + 1, match[0]))
        return ' '

    return found, TOKEN.sub(cut, text)


def identifiers(names):
    """Findings in comments of src/ and virtual-android/."""
    known = set(FOREIGN)
    comments = []
    for name in names:
        known |= {part.split('.')[0] for part in name.split('/')}
        if not CODE.search(name) or GENERATED.search(name):
            continue
        text = (ROOT / name).read_text(errors='replace')
        if name.endswith(('.c', '.h')):
            found, text = comments_and_code(text)
            if not name.startswith('tests/'):
                comments += [(name, line, comment) for line, comment in found]
        known |= set(re.findall(r'[A-Za-z_]\w+', text))
    for name, line, comment in comments:
        for word in IDENTIFIER.findall(comment):
            if word not in known:
                yield f'{name}:{line}: {word} is the name of nothing (tools/stale.py lists names of others)'


def paths(names):
    """Findings in pages: `folder/name` where the folder is one of ours."""
    every = '\n'.join('/' + name for name in names)
    folders = {part for name in names for part in (name.split('/')[0], *name.split('/')[1:2]) if '/' in name}
    for name in names:
        if not name.endswith('.md') or name.startswith('tests/data/'):
            continue
        for line, text in enumerate((ROOT / name).read_text().split('\n'), 1):
            for path in PATH.findall(text):
                if path in OTHERS or path.split('/')[0] not in folders or PLACEHOLDER.search(path):
                    continue
                pattern = re.escape('/' + path).replace(r'\*', '[^/]*')
                if not re.search(pattern + r'(_test\.c|_fuzz\.c|_\w+\.\w+|\.[\w.]+|/.*)?$', every, re.M):
                    yield f'{name}:{line}: {path} is not there'


def findings(files):
    names = [str(file.relative_to(ROOT)) for file in files]
    yield from identifiers(names)
    yield from paths(names)
