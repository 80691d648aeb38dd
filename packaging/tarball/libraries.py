"""libraries.py: the libraries that Debian builds with more than the programs use, built from Debian's sources.

Debian's libcurl needs seven libraries for protocols that the programs never speak, and OpenSSL, which alone is a third of
all programs; its libmicrohttpd needs GnuTLS, and its Mbed TLS of that age knows neither TLS 1.3 nor certificates of
addresses. Its QuickJS needs a newer glibc. Each is built once for its sources, its recipe, its compiler and the libraries
that it needs, into a folder of its own in the sysroot.
"""
import glob
import inspect
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

from debian import Apt, Failure, digest, run, unpack_source

JOBS = os.cpu_count() or 2
# Reproducible: no path of this machine, no time.
CFLAGS = ['-O2', '-fPIE', '-ffunction-sections', '-fdata-sections', '-fstack-protector-strong']

CURL = ['--with-mbedtls', '--without-openssl', '--with-nghttp2', '--with-zlib', '--without-ca-bundle', '--without-ca-path',
        '--without-brotli', '--without-zstd', '--without-libpsl', '--without-libidn2', '--without-librtmp',
        '--without-libssh2', '--without-gssapi', '--without-libgsasl', '--enable-threaded-resolver',
        '--disable-ftp', '--disable-file', '--disable-ldap', '--disable-ldaps', '--disable-rtsp', '--disable-dict',
        '--disable-telnet', '--disable-tftp', '--disable-pop3', '--disable-imap', '--disable-smb', '--disable-smtp',
        '--disable-gopher', '--disable-mqtt', '--disable-manual', '--disable-ntlm', '--disable-alt-svc',
        '--disable-hsts', '--disable-doh', '--disable-cookies', '--disable-netrc', '--disable-libcurl-option',
        '--disable-websockets', '--disable-ipfs', '--disable-docs', '--enable-unity', 'lib', 'include']
MICROHTTPD = ['--disable-https', '--disable-doc', '--disable-examples', '--disable-curl', '--disable-tools',
              '--disable-bauth', '--disable-dauth', '--disable-nls', 'src/include', 'src/microhttpd']
# As Debian sets it, without the side of servers, datagrams and what only tests and debuggers use.
MBEDTLS = ['set MBEDTLS_THREADING_C', 'set MBEDTLS_THREADING_PTHREAD', 'set MBEDTLS_CMAC_C', 'unset MBEDTLS_DEBUG_C',
           'unset MBEDTLS_SELF_TEST', 'unset MBEDTLS_VERSION_FEATURES', 'unset MBEDTLS_SSL_SRV_C',
           'unset MBEDTLS_SSL_PROTO_DTLS', 'unset MBEDTLS_SSL_DTLS_ANTI_REPLAY', 'unset MBEDTLS_SSL_DTLS_HELLO_VERIFY',
           'unset MBEDTLS_SSL_DTLS_CLIENT_PORT_REUSE', 'unset MBEDTLS_SSL_DTLS_CONNECTION_ID',
           'unset MBEDTLS_SSL_DTLS_CONNECTION_ID_COMPAT']
QUICKJS = ['-fwrapv', '-D_GNU_SOURCE']


class Library:
    """One library: its source package, the suite it comes from, and how to make it into `prefix`."""

    def __init__(self, name, suite, recipe, options, copyright_, needs=()):
        self.name = name
        self.suite = suite
        self.recipe = recipe
        self.options = options
        self.copyright = copyright_  # in the unpacked sources
        self.needs = needs  # names of those that it's built with

    def key(self, files, sysroot, before):
        how = [inspect.getsource(self.recipe), inspect.getsource(compile_all), *CFLAGS, *self.options]
        return digest(*how, *map(os.path.basename, files), *before, sysroot.compiler_key())


def configured(sysroot, source, prefix, options):
    """Configure, and install only the folders in options, because no option leaves out the rest."""
    env = {**os.environ, 'PKG_CONFIG_LIBDIR': os.path.join(sysroot.lib, 'pkgconfig'),
           'PKG_CONFIG_SYSROOT_DIR': sysroot.folder}
    flags = ' '.join([*CFLAGS, f'-ffile-prefix-map={source}=.'])
    run(['./configure', f'--host={sysroot.triplet}', f'--prefix={prefix}', f'CC={sysroot.compiler()}',
         f'CFLAGS={flags}', f'AR={sysroot.tool("ar")}', f'RANLIB={sysroot.tool("ranlib")}', '--disable-shared',
         '--enable-static', '--disable-dependency-tracking', *[each for each in options if each.startswith('-')]],
        cwd=source, env=env)
    for folder in [each for each in options if not each.startswith('-')]:
        run(['make', '-j', str(JOBS), '-C', folder, 'install', f'DESTDIR={sysroot.folder}'], cwd=source, env=env)
    run(['make', 'install-pkgconfigDATA', f'DESTDIR={sysroot.folder}'], cwd=source, env=env)


def compile_all(sysroot, source, archive, sources, flags):
    """Compile sources into a static library."""

    def compile_one(path):
        made = os.path.join(source, path.replace('/', '_') + '.o')
        run([sysroot.compiler(), *CFLAGS, f'-ffile-prefix-map={source}=.', *flags, '-c', path, '-o', made], cwd=source)
        return made

    with ThreadPoolExecutor(JOBS) as pool:
        made = sorted(pool.map(compile_one, sources))
    os.makedirs(os.path.dirname(archive), exist_ok=True)
    run([sysroot.tool('ar'), 'rcsD', archive, *made])


def quickjs(sysroot, source, prefix, options):
    with open(os.path.join(source, 'VERSION'), encoding='utf-8') as file:
        version = file.read().strip()
    compile_all(sysroot, source, sysroot.path(prefix[1:], 'lib', 'libquickjs.a'),
                ['quickjs.c', 'libregexp.c', 'libunicode.c', 'cutils.c', 'dtoa.c'],
                [*options, f'-DCONFIG_VERSION="{version}"'])
    os.makedirs(sysroot.path(prefix[1:], 'include'))
    shutil.copy(os.path.join(source, 'quickjs.h'), sysroot.path(prefix[1:], 'include'))


def mbedtls(sysroot, source, prefix, options):
    for line in options:
        run([sys.executable, 'scripts/config.py', *line.split()], cwd=source)
    sources = sorted(glob.glob('library/*.c', root_dir=source))
    # In the order of libraries whose parts need each other, one archive and two more names for it.
    for name, files in (('crypto', sources), ('x509', []), ('tls', [])):
        compile_all(sysroot, source, sysroot.path(prefix[1:], 'lib', f'libmbed{name}.a'), files,
                    ['-D_FILE_OFFSET_BITS=64', '-Iinclude', '-Ilibrary'])
    for folder in ('mbedtls', 'psa'):
        shutil.copytree(os.path.join(source, 'include', folder), sysroot.path(prefix[1:], 'include', folder))


BUILT = [
    Library('mbedtls', 'trixie', mbedtls, MBEDTLS, 'LICENSE'),
    Library('curl', 'trixie', configured, CURL, 'COPYING', needs=('mbedtls',)),
    Library('libmicrohttpd', 'bookworm', configured, MICROHTTPD, 'COPYING'),
    Library('quickjs', 'trixie', quickjs, QUICKJS, 'LICENSE'),
]

SOURCES = {
    'bookworm': [('deb-src', 'bookworm', 'main'), ('deb-src', 'bookworm-security', 'security')],
    'trixie': [('deb-src', 'trixie', 'main'), ('deb-src', 'trixie-security', 'security')],
}


def sources_of(library, work, places):
    """The files of the library's source package."""
    apt = Apt(os.path.join(work, 'apt-source-' + library.suite), 'amd64', SOURCES[library.suite], places)
    return apt.fetch_source(library.name)


def make(library, sysroot, files, work, before):
    """Build the library unless it is there; its folder below the sysroot."""
    prefix = f'/opt/{library.name}-{library.key(files, sysroot, before)}'
    placed = sysroot.path(prefix[1:])
    if os.path.exists(os.path.join(placed, 'complete')):
        return prefix
    shutil.rmtree(placed, ignore_errors=True)
    source = os.path.join(work, f'source-{sysroot.arch}-{library.name}')
    unpack_source(files, source)
    for folder, _, names in os.walk(source):  # patched files must not look newer than what they make
        for name in names:
            os.utime(os.path.join(folder, name), (0, 0), follow_symlinks=False)
    library.recipe(sysroot, source, prefix, library.options)
    shutil.copy(os.path.join(source, library.copyright), os.path.join(placed, 'copyright'))
    shutil.rmtree(source)
    with open(os.path.join(placed, 'complete'), 'w', encoding='utf-8'):
        pass
    return prefix


def show(sysroot, prefix):
    """Lead the compiler to a library that has no .pc file."""
    placed = sysroot.path(prefix[1:])
    if os.path.isdir(os.path.join(placed, 'lib', 'pkgconfig')):
        return
    for kind, folder in (('lib', sysroot.lib), ('include', sysroot.path('usr', 'include'))):
        for name in os.listdir(os.path.join(placed, kind)):
            link = os.path.join(folder, name)
            if os.path.islink(link):
                os.remove(link)
            os.symlink(os.path.relpath(os.path.join(placed, kind, name), folder), link)


def make_all(sysroot, work, places):
    """Rows (library, prefix) of what was built."""
    built = []
    for library in BUILT:
        files = sources_of(library, work, places)
        prefix = make(library, sysroot, files, work, [before for each, before in built if each.name in library.needs])
        show(sysroot, prefix)
        built.append((library, prefix))
    return built
