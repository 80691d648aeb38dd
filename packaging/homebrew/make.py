#!/usr/bin/env python3
"""make.py: agentest.rb, the formula for Homebrew, from the source tarball in --out.

Its libraries are those that tools/install-deps names for macOS, so there is one list of them.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
# pylint: disable=wrong-import-position
from artifacts import PROJECT, ROOT, Failure, filled, made, parse, run_main, sha256, version  # noqa: E402

# Needed for the build only, and for the tests only.
BUILD, TESTS = {'meson', 'pkgconf'}, {'cmocka'}
# macOS has these; Homebrew takes its own on Linux.
OF_MACOS = {'curl', 'expat', 'libedit', 'python', 'sqlite', 'zlib'}


def source(out):
    return os.path.join(out, f"{PROJECT['name']}-{version()}.tar.gz")


def names():
    """Homebrew's names of what a build needs."""
    script = (ROOT / 'tools' / 'install-deps').read_text(encoding='utf-8')
    found = re.search(r"'run: brew install (.*?) &&", re.sub(r"' \\\n\s+'", ' ', script), re.S)
    if not found:
        raise Failure('tools/install-deps has no line `run: brew install … &&` any more')
    return set(found[1].split()) - TESTS


def dependencies():
    """The lines of the formula, in the order that `brew style` wants."""
    every = names()
    build = [f'  depends_on "{name}" => :build' for name in sorted(every & BUILD)]
    own = [f'  depends_on "{name}"' for name in sorted(every - BUILD - OF_MACOS)]
    # The programs of the build are in Python; libedit and zlib come with macOS's SDK.
    system = [f'  uses_from_macos "{name}"' for name in sorted(OF_MACOS - {'python'})]
    return '\n'.join([*build, *own, '', '  uses_from_macos "python" => :build', *system])


def main():
    args = parse(__doc__, has_trees=False)
    path = source(args.out)
    if not os.path.exists(path):
        raise Failure(f'there is no {path}: run tools/release {version()} --only source --out {args.out}')
    text = filled('homebrew/agentest.rb.in', DESC=PROJECT['summary'], LICENCE=PROJECT['licence'], SHA256=sha256(path),
                  URL=f"{PROJECT['releases']}/v{version()}/{os.path.basename(path)}", DEPENDENCIES=dependencies())
    formula = os.path.join(args.out, 'agentest.rb')
    with open(formula, 'w', encoding='utf-8') as file:
        file.write(text)
    made(formula)


if __name__ == '__main__':
    sys.exit(run_main(main))
