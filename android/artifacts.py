"""artifacts.py: the Java libraries that the build and its tests use, pinned.

artifacts.txt has one a line: sha256, coordinates, what for. They come through
Maven, as this machine has it set up, into a folder that is used again without
Maven once everything is there. Nothing is used whose sum differs.
"""
import hashlib
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.path.join(os.path.dirname(HERE), '.cache', 'maven')
PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:copy'

POM = '''<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>fetch</groupId><artifactId>fetch</artifactId><version>1</version>
<build><plugins><plugin>
<groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId>
<configuration>
<outputDirectory>%s</outputDirectory>
<artifactItems>%s</artifactItems>
</configuration>
</plugin></plugins></build></project>
'''
ITEM = ('<artifactItem><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>'
        '<type>%s</type></artifactItem>\n')


class Missing(Exception):
    """An artifact could not be fetched."""


class Artifact:
    def __init__(self, line):
        self.sha256, coordinates, use = line.split()
        self.uses = use.split(',')
        group, name, version, *kind = coordinates.split(':')
        self.kind = kind[0] if kind else 'jar'
        self.item = (group, name, version, self.kind)
        self.name = name
        self.path = os.path.join(CACHE, f'{name}-{version}.{self.kind}')

    def is_good(self):
        mark = self.path + '.' + self.sha256[:16]
        if os.path.exists(mark) and os.path.exists(self.path):
            return True
        if not os.path.exists(self.path) or digest(self.path) != self.sha256:
            return False
        with open(mark, 'w', encoding='ascii'):
            return True  # 300 MB are not summed each time


def digest(path):
    total = hashlib.sha256()
    with open(path, 'rb') as data:
        for block in iter(lambda: data.read(1 << 20), b''):
            total.update(block)
    return total.hexdigest()


def pinned():
    with open(os.path.join(HERE, 'artifacts.txt'), encoding='utf-8') as lines:
        return [Artifact(line) for line in lines if line.strip() and line[0] != '#']


def fetch(use):
    """The artifacts for one use, all there. Raises Missing."""
    wanted = [artifact for artifact in pinned() if use in artifact.uses]
    absent = [artifact for artifact in wanted if not artifact.is_good()]
    if absent:
        copy(absent)
    for artifact in absent:
        if not artifact.is_good():
            was = digest(artifact.path) if os.path.exists(artifact.path) else 'not there'
            raise Missing(f'{os.path.basename(artifact.path)}: sha256 is {was}, '
                          f'artifacts.txt says {artifact.sha256}')
    return wanted


def path_of(artifacts, file_start):
    """The path of the artifact whose file name starts with file_start."""
    return next(artifact.path for artifact in artifacts
                if os.path.basename(artifact.path).startswith(file_start))


def copy(absent):
    print(f'   fetching {len(absent)} Java libraries through Maven', flush=True)
    os.makedirs(CACHE, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        pom = os.path.join(folder, 'pom.xml')
        with open(pom, 'w', encoding='utf-8') as out:
            out.write(POM % (CACHE, ''.join(ITEM % artifact.item for artifact in absent)))
        try:
            done = subprocess.run(['mvn', '-B', '-q', '-f', pom, PLUGIN], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  check=False)
        except FileNotFoundError:
            raise Missing('there is no mvn, install the package maven') from None
    if done.returncode != 0:
        raise Missing('Maven could not fetch them:\n' + done.stdout[-1500:])


if __name__ == '__main__':
    try:
        for each in fetch(sys.argv[1]):
            print(each.path)
    except (Missing, IndexError) as why:
        sys.exit(f'artifacts: {why}' if isinstance(why, Missing) else 'usage: artifacts.py USE')
