import { Argument, type Command } from 'commander';
import { complete } from '../complete.ts';
import type { Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { withEngine } from '../threads.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type ShellName = (typeof shells)[number];

const mostThreads = 200;

export function completionCommand(program: Command, shell: Shell): void {
  program
    .command('completion')
    .description('print what makes a shell complete commands, options and threads')
    .addArgument(new Argument('<shell>', 'the shell you use').choices(shells))
    .action((name: ShellName) => shell.out.write(scripts[name]));
  program
    .command('__complete', { hidden: true })
    .allowUnknownOption()
    .argument('[words...]')
    .action(async (words: string[]) => {
      for (const line of await candidates(program, shell, words)) shell.out.write(`${line}\n`);
    });
}

/** The first line says `files` when the shell should offer files. */
async function candidates(program: Command, shell: Shell, words: string[]): Promise<string[]> {
  const found = complete(program, words);
  const current = words.at(-1) ?? '';
  if (found.kind === 'files') return [':files'];
  const all = found.kind === 'words' ? found.words : await threads(shell);
  return all
    .filter(({ word }) => word.startsWith(current))
    .map(({ word, means }) => (means === '' ? word : `${word}\t${oneLine(means)}`));
}

async function threads(shell: Shell) {
  return withEngine(shell, {}, (engine) =>
    engine.list({ limit: mostThreads }).map(({ id, title }) => ({ word: id, means: title ?? '(no title)' })),
  );
}

const scripts: Record<ShellName, string> = {
  bash: `# ccchat completion for bash: source <(ccchat completion bash)
_ccchat() {
  local line IFS=$'\\n'
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = ":files" ]; then
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
      return
    fi
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(ccchat __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _ccchat ccchat
`,
  zsh: `#compdef ccchat
# ccchat completion for zsh: source <(ccchat completion zsh), after compinit
_ccchat() {
  local line word
  local -a found
  for line in \${(f)"$(ccchat __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
    if [[ $line == ":files" ]]; then
      _files
      return
    fi
    word=\${line%%$'\\t'*}
    found+=("\${word//:/\\\\:}\${\${line#$word}/$'\\t'/:}")
  done
  (( $#found )) && _describe -V ccchat found
}
if [ "$funcstack[1]" = "_ccchat" ]; then
  _ccchat "$@"
else
  compdef _ccchat ccchat
fi
`,
  fish: `# ccchat completion for fish: ccchat completion fish > ~/.config/fish/completions/ccchat.fish
function __ccchat_complete
  set -l typed (commandline -opc) (commandline -ct)
  set -l found (ccchat __complete -- $typed[2..-1] 2>/dev/null)
  if test "$found[1]" = ":files"
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $found
  end
end
complete -c ccchat -f -a '(__ccchat_complete)'
`,
};
