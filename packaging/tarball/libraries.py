"""libraries.py: the libraries that Debian builds with more than the programs use, built from Debian's sources.

Debian's libcurl needs seven libraries for protocols that the programs never speak, its libmicrohttpd GnuTLS, and its QuickJS a
newer glibc. Each is built once for its sources, its recipe and its compiler, into a folder of its own in the sysroot.
"""
import glob
import inspect
import os
import shutil
from concurrent.futures import ThreadPoolExecutor

from debian import Apt, Failure, digest, run, unpack_source

JOBS = os.cpu_count() or 2
# Reproducible: no path of this machine, no time.
CFLAGS = ['-O2', '-fPIE', '-ffunction-sections', '-fdata-sections', '-fstack-protector-strong']

CURL = ['--with-openssl', '--with-nghttp2', '--with-zlib', '--without-ca-bundle', '--without-ca-path',
        '--without-brotli', '--without-zstd', '--without-libpsl', '--without-libidn2', '--without-librtmp',
        '--without-libssh2', '--without-gssapi', '--without-libgsasl', '--enable-threaded-resolver',
        '--disable-ftp', '--disable-file', '--disable-ldap', '--disable-ldaps', '--disable-rtsp', '--disable-dict',
        '--disable-telnet', '--disable-tftp', '--disable-pop3', '--disable-imap', '--disable-smb', '--disable-smtp',
        '--disable-gopher', '--disable-mqtt', '--disable-manual', '--disable-ntlm', '--disable-alt-svc',
        '--disable-hsts', '--disable-doh', '--disable-cookies', '--disable-netrc', '--disable-libcurl-option',
        'lib', 'include']
MICROHTTPD = ['--disable-https', '--disable-doc', '--disable-examples', '--disable-curl', '--disable-tools',
              '--disable-bauth', '--disable-dauth', '--disable-nls', 'src/include', 'src/microhttpd']
NATS = ['-D_GNU_SOURCE', '-DLINUX', '-D_REENTRANT', '-DNATS_HAS_TLS', '-DNATS_USE_OPENSSL_1_1', '-DNATS_FORCE_HOST_VERIFY',
        '-Isrc', '-Isrc/include']
QUICKJS = ['-fwrapv', '-D_GNU_SOURCE']


class Library:
    """One library: its source package, the suite it comes from, and how to make it into `prefix`."""

    def __init__(self, name, suite, recipe, options, copyright_, is_optional=False):
        self.name = name
        self.suite = suite
        self.recipe = recipe
        self.options = options
        self.copyright = copyright_  # in the unpacked sources
        self.is_optional = is_optional

    def key(self, files, sysroot):
        how = [inspect.getsource(self.recipe), inspect.getsource(compile_all), *CFLAGS, *self.options]
        return digest(*how, state_of(files), sysroot.compiler_key())


def configured(sysroot, source, prefix, options):
    """Configure, and install only the folders of the library: the options that are no option."""
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


def nats(sysroot, source, prefix, options):
    sources = [path for folder in ('src', 'src/unix', 'src/glib')
               for path in glob.glob(f'{folder}/*.c', root_dir=source)]
    compile_all(sysroot, source, sysroot.path(prefix[1:], 'lib', 'libnats.a'), sources, options)
    headers = sysroot.path(prefix[1:], 'include', 'nats')
    os.makedirs(headers)
    for path in [*glob.glob(os.path.join(source, 'src', '[nsv]*.h'))]:
        if os.path.basename(path) in ('nats.h', 'status.h', 'version.h'):
            shutil.copy(path, headers)
    os.makedirs(sysroot.path(prefix[1:], 'lib', 'pkgconfig'))
    with open(sysroot.path(prefix[1:], 'lib', 'pkgconfig', 'libnats.pc'), 'w', encoding='utf-8') as file:
        file.write(f'prefix={prefix}\nName: libnats\nDescription: NATS client\nVersion: 3\n'
                   'Requires.private: libssl libcrypto\nLibs: -L${prefix}/lib -lnats\n'
                   'Libs.private: -lpthread -lrt\nCflags: -I${prefix}/include -I${prefix}/include/nats\n')


BUILT = [
    Library('curl', 'bookworm', configured, CURL, 'COPYING'),
    Library('libmicrohttpd', 'bookworm', configured, MICROHTTPD, 'COPYING'),
    Library('nats.c', 'bookworm', nats, NATS, 'LICENSE', is_optional=True),
    Library('quickjs', 'trixie', quickjs, QUICKJS, 'LICENSE'),
]

SOURCES = {
    'bookworm': [('deb-src', 'bookworm', 'main'), ('deb-src', 'bookworm-security', 'security')],
    'trixie': [('deb-src', 'trixie', 'main'), ('deb-src', 'trixie-security', 'security')],
}


def sources_of(library, work, places, own):
    """The files of the library's source package, or a folder of `own` with its name."""
    given = os.path.join(own, library.name) if own else ''
    if given and os.path.isdir(given):
        return [given]
    apt = Apt(os.path.join(work, 'apt-source-' + library.suite), 'amd64', SOURCES[library.suite], places)
    missing = os.path.join(apt.folder, 'missing-' + library.name)
    if os.path.exists(missing) and not apt.is_due():
        print(f'without {library.name}: the mirror did not have its sources today')
        return []
    try:
        return apt.fetch_source(library.name)
    except Failure as failure:
        if not library.is_optional:
            raise
        print(f'without {library.name}: {failure}')
        with open(missing, 'w', encoding='utf-8'):
            pass
        return []


def state_of(files):
    """What a library is made of, for its key."""
    if len(files) == 1 and os.path.isdir(files[0]):
        paths = sorted(path for path in glob.glob(files[0] + '/**', recursive=True) if os.path.isfile(path))
        contents = []
        for path in paths:
            with open(path, 'rb') as file:
                contents.append(file.read())
        return digest(*contents)
    return digest(*map(os.path.basename, files))


def make(library, sysroot, files, work):
    """Build the library unless it is there; its folder below the sysroot."""
    prefix = f'/opt/{library.name}-{library.key(files, sysroot)}'
    placed = sysroot.path(prefix[1:])
    if os.path.exists(os.path.join(placed, 'complete')):
        return prefix
    shutil.rmtree(placed, ignore_errors=True)
    source = os.path.join(work, f'source-{sysroot.arch}-{library.name}')
    if os.path.isdir(files[0]):
        shutil.rmtree(source, ignore_errors=True)
        shutil.copytree(files[0], source)
    else:
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


def make_all(sysroot, work, places, own):
    """Rows (library, prefix) of what was built; one that couldn't be fetched and is optional is missing."""
    built = []
    for library in BUILT:
        files = sources_of(library, work, places, own)
        if files:
            built.append((library, make(library, sysroot, files, work)))
            show(sysroot, built[-1][1])
    return built
