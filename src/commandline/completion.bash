# bash completion for @PROGRAM@; in ~/.bashrc:
#     source <(@PROGRAM@ completion bash)
@ROWS@
_@FUNCTION@()
{
    local word=${COMP_WORDS[COMP_CWORD]} command= option= ended=
    local arguments= at words= i count=0 session= IFS=$' \t\n'
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        at=${COMP_WORDS[i]}
        if [[ -n $option ]]; then
            [[ $option != --session || $at == = ]] || session=$at
            [[ $at == = ]] || option=
        elif [[ $at == @ ]]; then
            continue # the rest of the ref is the next word
        elif [[ -z $ended && $at == -- ]]; then
            ended=1
        elif [[ -z $ended && $at == -?* ]]; then
            if _@FUNCTION@_takes_value "$at"; then option=$at; fi
        elif [[ -z $command ]]; then
            command=$at
        elif [[ $command != *' '* &&
            -n $(_@FUNCTION@_commands "$command") ]]; then
            command="$command $at"
        else
            arguments="${arguments:+$arguments }$at"
            count=$((count + 1))
        fi
    done
    if [[ -n $option ]]; then
        [[ $word == = ]] && word=
        words=$(_@FUNCTION@_value "$command:$option")
    elif [[ -z $ended && $word == -* ]]; then
        words=$(_@FUNCTION@_options "$command")
    else
        [[ $command == *' '* ]] ||
            words=$(_@FUNCTION@_commands "$command")
        [[ -n $words ]] ||
            words=$(_@FUNCTION@_argument "$command:$count")
        [[ $words != '<command>' ]] ||
            words=$(_@FUNCTION@_commands "$arguments")
        [[ -n $words || -n $word ]] ||
            words=$(_@FUNCTION@_options "$command")
    fi
    case $words in '<refs>' | '<ref-names>' | '<devices>' | '<sessions>')
        words=${words#<}
        [[ ${COMP_WORDS[COMP_CWORD-1]} != @ ]] || word=@$word
        [[ $words != ref-names* || $word != @ ]] || word=
        words=$("${COMP_WORDS[0]}" __complete "${words%>}" "$session" 2>/dev/null |
            cut -f 1)
    esac
    if [[ $words == '<file>' ]]; then
        compopt -o filenames 2>/dev/null
        IFS=$'\n'
        COMPREPLY=($(compgen -f -- "$word"))
    else
        COMPREPLY=($(compgen -W "$words" -- "$word"))
    fi
}
complete -F _@FUNCTION@ @PROGRAM@
