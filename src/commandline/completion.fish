# fish completion for @PROGRAM@; save it as
# ~/.config/fish/completions/@PROGRAM@.fish
complete -c @PROGRAM@ -e
complete -c @PROGRAM@ -f

# Is this the command so far? And, where place is given, is it the number
# of the arguments behind it, or are they themselves?
function __@FUNCTION@_at --argument-names wanted place
    set -l command ''
    set -l arguments
    set -l option ''
    set -l ended ''
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test -n "$option"
            set option ''
            continue
        end
        if test -z "$ended"
            switch $word
                case --
                    set ended 1
                    continue
                case @ROWS@
                    set option $word
                    continue
                case '-?*'
                    continue
            end
        end
        switch "$command"
            case ''@ROWS@
                set command (string trim -- "$command $word")
            case '*'
                set -a arguments $word
        end
    end
    test "$command" = "$wanted"; or return 1
    test -z "$place"; and return 0
    test "$place" = (count $arguments); and return 0
    test "$place" = "$arguments"
end

function __@FUNCTION@_known --argument-names kind
    set -l session ''
    set -l option ''
    set -l words (commandline -opc)
    for word in $words
        test "$option" = --session; and set session $word
        string match -q -- '--session=*' $word
        and set session (string replace -- --session= '' $word)
        set option $word
    end
    $words[1] __complete $kind "$session" 2>/dev/null
end

