"""open_app.py: macOS' `open`, for the Simulator's window alone."""
from stand_in import EX_USAGE, Exit


def main(tool):
    if tool.argv[:3] != ['-a', 'Simulator', '--args']:
        raise Exit(EX_USAGE, f'open: unknown arguments {tool.argv}')
