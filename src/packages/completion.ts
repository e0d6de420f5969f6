import { usage } from '../commands/help-text.ts'
import { alone, commands } from '../commands/run-command.ts'

/** Writes what completes the commands in bash (bash(1), "Programmable Completion"). */
export function completion(): string {
  const cases = Array.from(commands, ([name, { options = {} }]) => {
    const words = usage.flatMap(([line]) =>
      line.startsWith(`${name} `) ? line.split(' ').slice(1) : [],
    )
    return `    *:${name}) words='${wordsOf([...words, ...Object.keys(options).map(long), '--help'])}' ;;\n`
  })
  const first = [...commands.keys(), ...Object.keys(alone).map(long), '--help']
  return `# Completes the commands of photo-frame.
_photo_frame() {
  local words=--help
  case $COMP_CWORD:\${COMP_WORDS[1]} in
    1:*) words='${wordsOf(first)}' ;;
${cases.join('')}  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -F _photo_frame photo-frame
`
}

const long = (name: string) => `--${name}`

const wordsOf = (words: readonly string[]) => [...new Set(words)].join(' ')
