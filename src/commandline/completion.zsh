#compdef @PROGRAM@
# zsh completion for @PROGRAM@: save it as _@PROGRAM@ in a
# folder of $fpath, or, behind compinit in ~/.zshrc:
#     source <(@PROGRAM@ completion zsh)
@ROWS@
_@FUNCTION@() {
    local command= option= ended= arguments= at session=
    local -a found
    integer i count=0
    for ((i = 2; i < CURRENT; i++)); do
        at=${words[i]}
        if [[ $at == --session=* ]]; then session=${at#*=}; fi
        if [[ -n $option ]]; then
            if [[ $option == --session ]]; then session=$at; fi
            option=
        elif [[ -z $ended && $at == -- ]]; then
            ended=1
        elif [[ -z $ended && $at == -?* ]]; then
            if _@FUNCTION@_takes_value $at; then option=$at; fi
        elif [[ -z $command ]]; then
            command=$at
        elif [[ $command != *' '* ]] &&
            { _@FUNCTION@_commands $command; (($#found)); }; then
            command="$command $at"
            found=()
        else
            arguments="${arguments:+$arguments }$at"
            ((count += 1))
        fi
    done
    if [[ -z $option && -z $ended && $PREFIX == --*=* ]]; then
        option=${PREFIX%%=*}
        compset -P '*='
    fi
    if [[ -n $option ]]; then
        _@FUNCTION@_value "$command:$option"
    elif [[ -z $ended && $PREFIX == -* ]]; then
        _@FUNCTION@_options $command
    else
        [[ $command == *' '* ]] || _@FUNCTION@_commands "$command"
        (($#found)) || _@FUNCTION@_argument "$command:$count"
        [[ $found != '<command>' ]] ||
            _@FUNCTION@_commands "$arguments"
        (($#found)) || [[ -n $PREFIX ]] ||
            _@FUNCTION@_options $command
    fi
    case $found in ('<refs>' | '<ref-names>' | '<devices>' | '<sessions>')
        at=${found#<}
        found=(${(f)"$(${words[1]} __complete ${at%>} "$session" 2>/dev/null)"})
        found=(${${found%%$'\t'*}//:/\\:})
    esac
    if [[ $found == '<file>' ]]; then
        _files
    else
        _describe @PROGRAM@ found
    fi
}
if [[ ${funcstack[1]} == _@PROGRAM@ ]]; then
    _@FUNCTION@ "$@"
else
    compdef _@FUNCTION@ @PROGRAM@
fi
