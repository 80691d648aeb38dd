"""sources.py: the C files of the project, for the check scripts."""
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def c_files(*folders):
    """Paths, relative to the root, of .c and .h files, committed or about to be."""
    patterns = [f'{folder}/*.[ch]' for folder in folders]
    names = subprocess.run(
        ['git', 'ls-files', '-co', '--exclude-standard', '--', *patterns], cwd=ROOT,
        check=True, capture_output=True, text=True).stdout.splitlines()
    return sorted(name for name in set(names) if (ROOT / name).is_file())


def read(name):
    return (ROOT / name).read_text(encoding='utf-8')


TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


def code_only(text):
    """text without comments and without what is inside quotes, line by line as before."""
    def blank(match):
        token = match.group()
        if token[0] == '/':
            return '\n' * token.count('\n')
        return token[0] * 2
    return TOKEN.sub(blank, text)


def report(findings):
    """Print the findings; the exit status of a check."""
    for finding in findings:
        print(finding)
    return 1 if findings else 0
