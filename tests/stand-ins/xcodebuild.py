"""xcodebuild.py: a build that makes a small .app folder, and its build settings."""
import json
import os
import plistlib

from stand_in import EX_USAGE, Exit

VALUES = ('-project', '-workspace', '-scheme', '-configuration', '-destination',
          '-derivedDataPath')
FLAGS = ('-showBuildSettings', '-json', '-quiet')
BROKEN = 'Broken'  # a scheme that does not compile


def parse(args):
    given, rest = {}, list(args)
    while rest:
        word = rest.pop(0)
        if word in VALUES:
            if not rest:
                raise Exit(EX_USAGE, f"xcodebuild: error: option '{word}' requires an argument.")
            given[word] = rest.pop(0)
        elif word in FLAGS or word in ('build', 'clean'):
            given[word] = True
        else:
            raise Exit(EX_USAGE, f"xcodebuild: error: invalid option '{word}'" if
                       word.startswith('-') else f"xcodebuild: error: Unknown build action '{word}'.")
    return given


def check(given):
    if '-project' in given and '-workspace' in given:
        raise Exit(EX_USAGE, 'xcodebuild: error: If both -project and -workspace are specified, '
                             'which one to use is ambiguous.')
    for option in ('-project', '-workspace'):
        if option in given and not os.path.exists(given[option]):
            raise Exit(66, f"xcodebuild: error: '{given[option]}' does not exist.")
    if '-scheme' not in given:
        raise Exit(65, 'xcodebuild: error: The project does not contain a scheme.')


def products(given):
    return os.path.join(os.path.abspath(given.get('-derivedDataPath', 'DerivedData')), 'Build',
                        'Products', given.get('-configuration', 'Debug') + '-iphonesimulator')


def settings(tool, given):
    scheme = given['-scheme']
    tool.print('Command line invocation:\n    /usr/bin/xcodebuild ' + ' '.join(tool.argv) + '\n')
    common = {'BUILT_PRODUCTS_DIR': products(given), 'TARGET_BUILD_DIR': products(given)}
    tool.print(json.dumps([
        {'action': 'build', 'target': scheme + 'Kit', 'buildSettings': {
            **common, 'FULL_PRODUCT_NAME': scheme + 'Kit.framework',
            'WRAPPER_EXTENSION': 'framework', 'PRODUCT_TYPE': 'com.apple.product-type.framework'}},
        {'action': 'build', 'target': scheme, 'buildSettings': {
            **common, 'FULL_PRODUCT_NAME': scheme + '.app', 'WRAPPER_NAME': scheme + '.app',
            'WRAPPER_EXTENSION': 'app', 'PRODUCT_TYPE': 'com.apple.product-type.application',
            'PRODUCT_BUNDLE_IDENTIFIER': f'com.example.{scheme.lower()}'}},
    ], indent=2))


def build(tool, given):
    scheme = given['-scheme']
    tool.print('Command line invocation:\n    /usr/bin/xcodebuild ' + ' '.join(tool.argv) + '\n')
    if scheme == BROKEN:
        tool.print("/src/App/Main.swift:12:5: error: cannot find 'foo' in scope")
        tool.print('\n** BUILD FAILED **\n')
        raise Exit(65)
    app = os.path.join(products(given), scheme + '.app')
    os.makedirs(app, exist_ok=True)
    with open(os.path.join(app, 'Info.plist'), 'wb') as file:
        plistlib.dump({'CFBundleIdentifier': f'com.example.{scheme.lower()}',
                       'CFBundleName': scheme, 'CFBundleExecutable': scheme}, file,
                      fmt=plistlib.FMT_BINARY)
    tool.print(f'CompileSwift normal arm64 /src/{scheme}/Main.swift\n\n** BUILD SUCCEEDED **\n')


def main(tool):
    if tool.argv == ['-version']:
        tool.print('Xcode 16.1\nBuild version 16B40')
        return
    given = parse(tool.argv)
    check(given)
    if '-showBuildSettings' in given:
        settings(tool, given)
    else:
        build(tool, given)
