#!/bin/sh
# Run scenarios and flows on the devices of a job, and report them to the runner.
#
# AT_RUN       files and folders, one on a line
# AT_TAGS, AT_SHARD, AT_RETRY   --tag, --shard, --retry-infra; may be empty
# AT_ARGS      more words for `mobile-tester-agent run`, one on a line
# AT_JUNIT, AT_HTML, AT_REPORTS   the files, and the folder of the runs
# AT_ANNOTATIONS, AT_SUMMARY      true: failures as annotations; a summary of the job
# What device.sh reads.
#
# The exit status is that of `run`: 0 passed, 1 failed, 3 something has no verdict; 2 it did not begin.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/say.sh"
. "$here/device.sh"

# Text of the app under test must not be a command to the runner, which reads them from the log.
run_quietly() {
    token=$(od -A n -N 16 -t x1 /dev/urandom | tr -d ' \n')
    printf '::stop-commands::%s\n' "$token"
    status=0
    "$@" || status=$?
    printf '\n::%s::\n' "$token"
}

absolute() {
    case $1 in
    /*) printf '%s' "$1" ;;
    *) printf '%s/%s' "$PWD" "$1" ;;
    esac
}

add_paths() {
    while IFS= read -r path; do
        case $path in
        '') continue ;;
        -*) fail "run has files and folders, one on a line; options go to args: $path" ;;
        esac
        [ -e "$path" ] || fail "run: there is no $path in $PWD"
        set -- "$@" "$path"
    done <<LINES
$(lines_of "$AT_RUN")
LINES
    [ "$#" -gt 0 ] || fail 'run is empty: name files or folders of scenarios or flows, one on a line'
    add_options "$@"
}

add_options() {
    set -- mobile-tester-agent run "$@" --junit "$AT_JUNIT" --html "$AT_HTML" --report "$AT_REPORTS"
    [ -z "${AT_TAGS-}" ] || set -- "$@" --tag "$AT_TAGS"
    [ -z "${AT_SHARD-}" ] || set -- "$@" --shard "$AT_SHARD"
    [ -z "${AT_RETRY-}" ] || set -- "$@" --retry-infra "$AT_RETRY"
    while IFS= read -r word; do
        [ -z "$word" ] || set -- "$@" "$word"
    done <<LINES
$(lines_of "${AT_ARGS-}")
LINES
    run_quietly "$@"
}

end() {
    stop_devices
    rm -rf "$scratch"
}

AT_JUNIT=${AT_JUNIT:-report.xml} AT_HTML=${AT_HTML:-report.html} AT_REPORTS=${AT_REPORTS:-reports}
output junit "$(absolute "$AT_JUNIT")"
output html "$(absolute "$AT_HTML")"
output reports "$(absolute "$AT_REPORTS")"
scratch=$(mktemp -d)
trap end EXIT
trap 'exit 143' TERM
trap 'exit 130' INT
rm -f "$AT_JUNIT" # of an earlier step
start_devices
add_paths
python3 "$here/report.py" "$AT_JUNIT" "$AT_REPORTS" || fail "report.py could not read $AT_JUNIT"
output status "$status"
exit "$status"
