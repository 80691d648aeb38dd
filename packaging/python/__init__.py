"""AgenTest: the paths of its programs, which are installed as scripts."""
import os
import sys
import sysconfig


def find_program(name='agentest'):
    """The path of a program of this installation."""
    places = [sysconfig.get_path('scripts'), sysconfig.get_path('scripts', f'{os.name}_user'),
              os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'bin')]
    for place in places:
        path = os.path.join(place, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f'{name} is not in {", ".join(places)}: install the package again for {sys.executable}')
