# say.sh: messages to a runner; the other scripts read this file in

# Print an error as an annotation and end. A message is one line, or its second one could be a command to the runner,
# which reads both streams; this one is not captured by $(…).
fail() {
    printf '::error title=AgenTest::%s\n' "$(printf '%s' "$1" | sed 's/%/%25/g' | tr '\r\n' '  ')" >&2
    exit 2
}

# Print each line without blanks around it, and no empty ones.
lines_of() {
    printf '%s\n' "$1" | sed -e 's/^[[:blank:]]*//' -e 's/[[:blank:]]*$//' -e '/^$/d'
}

# Set an output of the step; a value is one line.
output() {
    [ -z "${GITHUB_OUTPUT-}" ] || printf '%s=%s\n' "$1" "$(printf '%s' "$2" | tr '\r\n' '  ')" >>"$GITHUB_OUTPUT"
}

# Use a folder of programs, here and in the later steps.
use_folder() {
    PATH="$1:$PATH"
    [ -z "${GITHUB_PATH-}" ] || printf '%s\n' "$1" >>"$GITHUB_PATH"
}
