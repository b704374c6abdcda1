// One or two lines a command that show how it is used; `--help` and the man page print them.
export interface Example {
  line: string;
  does: string;
}

const examples: Record<string, readonly (readonly [line: string, does: string])[]> = {
  ccchat: [
    ['ccchat', 'open the chat here'],
    ['ccchat "why does the build fail?"', 'open it with something said'],
    ['ccchat --continue', 'go on where you left off in this folder'],
  ],
  demo: [['ccchat demo', 'the chat with a scripted model and a guided tour; nothing is kept']],
  config: [
    ['ccchat config --show', 'every option, its value, and where it comes from'],
    ['$EDITOR "$(ccchat config --path)"', 'change it'],
  ],
  send: [
    ['ccchat send "what does this repository do?"', 'a new thread, the answer on standard output'],
    ['git diff | ccchat send -', 'say what comes through a pipe'],
    ['ccchat send --thread k3f "and the tests?"', 'go on in a thread'],
  ],
  create: [['ccchat create --title "Slow query" --mode plan', 'a thread to send to; its id on standard output']],
  list: [
    ['ccchat list --here', 'threads of this folder'],
    ['ccchat list --status running', 'those that work right now, in whatever terminal'],
    ['ccchat list --json | jq -r ".[].title"', 'for scripts'],
  ],
  show: [
    ['ccchat show k3f --limit 4', 'the last four messages, with their ids'],
    ['ccchat show k3f --message 7wq', 'one of them, whole'],
  ],
  command: [['ccchat command --thread k3f /compact keep the plan', "claude's own /compact, as a turn"]],
  shell: [
    ['ccchat shell npm test', 'run it here; the model sees the output on the next turn'],
    ['ccchat shell --thread k3f --hidden git status', 'in the folder of a thread, kept from the model'],
  ],
  update: [
    ['ccchat update k3f --pin --model opus', 'keep it at the top, and have another model answer'],
    ['ccchat update k3f --extra \'{"ticket":"A-12"}\'', 'something of your own to keep with it'],
  ],
  search: [
    ['ccchat search "dead letter queue" after:2w', 'a phrase, in what was said these two weeks'],
    ['ccchat search deploy\\* role:you folder:~/work', 'words that begin so, in your own prompts below ~/work'],
    ['ccchat search tool:Bash after:today', 'every command that ran today'],
  ],
  fork: [['ccchat fork k3f --at 7wq', 'try another way from that turn on']],
  revert: [['ccchat revert k3f 7wq', 'go back to before that turn; nothing is lost']],
  steer: [['ccchat steer k3f "leave the tests alone"', 'say it to the turn that runs']],
  queue: [['ccchat queue k3f add "then update the docs"', 'runs when the turn is over']],
  tree: [['ccchat tree', 'the forks of the latest thread here, and where they branch off']],
  todo: [['ccchat todo k3f', 'what the model still means to do']],
  diff: [
    ['ccchat diff k3f > changes.patch', 'everything the thread changed'],
    ['ccchat diff --stat --last', 'files that the last turn changed'],
    ['ccchat diff k3f --from 7wq', 'from that turn on'],
  ],
  export: [
    ['ccchat export k3f -o notes.md', 'as Markdown; the format follows the name'],
    ['ccchat export k3f --format json | ssh elsewhere ccchat import -', 'to another machine'],
  ],
  import: [
    ['ccchat import', 'every conversation you had with claude itself; safe to repeat'],
    ['ccchat import thread.json', 'a thread that ccchat exported'],
  ],
  share: [
    ['ccchat share k3f --folder ~/public', 'one page that needs nothing else'],
    ['ccchat share k3f --serve', 'look at it in a browser, until Ctrl+C'],
  ],
  stats: [
    ['ccchat stats', 'the last 30 days, by day, model, folder and thread'],
    ['ccchat stats --by model --after 2026-01-01', 'one table'],
  ],
  gc: [
    ['ccchat gc', 'say what would be removed for good'],
    ['ccchat gc --days 0 --yes', 'remove everything that was deleted'],
  ],
  summarize: [['ccchat summarize k3f', 'have the model sum it up; the originals stay']],
  init: [['ccchat init', 'have the instructions file of this project written']],
  completion: [
    ['source <(ccchat completion bash)', 'in ~/.bashrc'],
    ['source <(ccchat completion zsh)', 'in ~/.zshrc, after compinit'],
    ['ccchat completion fish > ~/.config/fish/completions/ccchat.fish', 'once'],
  ],
};

export const examplesOf = (command: string): Example[] =>
  (examples[command] ?? []).map(([line, does]) => ({ line, does }));
