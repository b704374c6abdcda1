// The chat without a screen: lines that are printed once, for screen readers and terminals that cannot move a cursor. The terminal's own
// line editing is used; while a turn runs, a line is queued, and `/steer` goes into the turn.
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import type { Answer, Ask } from '../../engine/agent.ts';
import type { EngineApi } from '../../engine/api.ts';
import type { EngineEvent } from '../../engine/events.ts';
import type { ThreadId, ThreadSettings } from '../../store/types.ts';
import { describeTool, renderItem, toolLabel } from '../blocks/index.ts';
import { type CommandHost, parseCommand, runCommand } from '../commands/index.ts';
import type { Command } from '../keys/commands.ts';
import { toolDetails, toolTitle } from '../panels/details.ts';
import type { ChatState, ThreadState } from '../state/model.ts';
import { emptyChat, reduceChat } from '../state/reduce.ts';
import { sanitise } from '../text/sanitise.ts';
import { createTheme, type Theme } from '../theme.ts';
import { Tour, type TourScript } from '../tour/tour.ts';
import { attach } from './errands.ts';
import { loadThread } from './load.ts';
import { sayMoved } from './moved.ts';
import { runsShell, runWaiting, send, steer, type TalkingHost, tell } from './talking.ts';

export interface PlainOptions {
  readonly engine: EngineApi;
  readonly thread?: ThreadId;
  readonly prompt?: string;
  readonly pick?: boolean;
  readonly defaults?: ThreadSettings;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly tour?: TourScript;
}

const RESUMED_TURNS = 3;
const WIDTH = 100;

export function plainChat(options: PlainOptions): Promise<number> {
  const { engine, stdin, stdout } = options;
  const theme: Theme = createTheme({ name: 'plain', level: 0, links: 'shown', attributes: 'off' });
  const cwd = process.cwd();
  let state: ChatState = emptyChat;
  let settings: ThreadSettings = {};
  let printed = 0;
  let preview = '';
  const lines = createInterface({ input: stdin, output: stdout, terminal: false });
  const print = (text: string) => void stdout.write(`${sanitise(text)}\n`);
  const viewed = (): ThreadState | null => (state.view === null ? null : (state.threads.get(state.view) ?? null));

  const printFresh = () => {
    for (const { item } of state.entries.slice(printed)) {
      if (item.kind === 'lines') for (const line of item.lines) print(line);
      else if (item.kind === 'thread') print(`thread: ${item.title ?? 'untitled'} in ${item.cwd}`);
      else if (item.kind === 'prompt') print(`you: ${item.text}`);
      else if (item.kind === 'text') print(`claude: ${item.text}`);
      else
        for (const line of renderItem(item, { width: WIDTH, theme, detail: 'folded', now: Date.now(), cwd }))
          print(line);
    }
    printed = state.entries.length;
  };
  const dispatch = (action: Parameters<typeof reduceChat>[1]) => {
    state = reduceChat(state, action);
    printFresh();
  };
  const notice: TalkingHost['notice'] = (level, text, next) =>
    dispatch({ type: 'said', item: { kind: 'notice', level, text, next } });

  const tour = options.tour ? plainTour(options.tour, engine, print) : null;

  const open = (thread: ThreadId | null) => {
    if (thread === null) return dispatch({ type: 'blank' });
    dispatch({ type: 'opened', loaded: loadThread(engine, thread, RESUMED_TURNS) });
    tour?.viewed(thread);
    runWaiting({ engine, notice }, thread);
  };
  const needThread = (): ThreadId => {
    if (state.view !== null) return state.view;
    const thread = engine.create({ cwd, settings });
    open(thread.id);
    return thread.id;
  };

  return new Promise((resolve) => {
    const leave = (code: number) => {
      unsubscribe();
      lines.close();
      process.off('SIGINT', interrupt);
      const { view } = state;
      if (view !== null) print(`Back to this thread: ccchat --resume ${view}`);
      resolve(code);
    };
    let lent = false;
    const handOver = async <T>(words: string, run: () => Promise<T>): Promise<T> => {
      print(words);
      lent = true;
      lines.pause();
      try {
        return await run();
      } finally {
        lent = false;
        lines.resume();
      }
    };
    const commands: CommandHost = {
      engine,
      get thread() {
        return state.view;
      },
      cwd,
      get overlays() {
        return { engine, theme, thread: state.view, cwd, home: options.env.HOME ?? homedir(), now: Date.now };
      },
      needThread,
      settings: () => ({ ...options.defaults, ...(state.view === null ? settings : engine.get(state.view).settings) }),
      setSettings: (change) => {
        if (state.view === null) settings = { ...settings, ...change };
        else engine.update(state.view, { settings: { ...engine.get(state.view).settings, ...change } });
      },
      openOverlay: (overlay) => {
        for (const line of overlay.view({ columns: WIDTH, rows: 200 }).lines)
          if (line.trim() !== '') print(line.trimEnd());
        tour?.opened(overlay.name);
      },
      notice,
      compose: (text) => print(`To send it, type it: ${text}`),
      switchTo: open,
      setTheme: () => print('There are no colours here.'),
      copy: (text) => print(text),
      attach: async (thread) => {
        await attach({ engine, notice, terminal: { handOver } }, thread);
        runWaiting(talking, thread);
      },
      tour: () => {
        if (tour === null) print('The tour is part of `ccchat demo`.');
        else if (tour.isOn) tour.stop();
        else tour.begin();
      },
      quit: () => leave(0),
    };
    const talking: TalkingHost = {
      engine,
      viewed,
      needThread,
      commands,
      giveBack: (_thread, text) => print(`Not sent: ${text}`),
      notice,
    };

    const heard = (event: EngineEvent) => {
      dispatch({ type: 'event', event });
      tour?.heard(event);
      if (!('thread' in event) || event.thread !== state.view) return;
      if (event.type === 'tool.start')
        print(`tool: ${toolLabel(event.name)} ${describeTool(event.name, event.input, cwd)}`);
      if (event.type === 'permission.asked' || event.type === 'question.asked') ask(event.ask);
      if (event.type === 'text.preview' && preview === '') print('claude is writing');
      if (event.type === 'text.preview') preview = event.text;
      if (event.type === 'message.update' || event.type === 'turn.end') preview = '';
      if (event.type === 'thread.changed') sayMoved(event, notice);
      if (event.type === 'thread.changed' && event.reason === 'deleted') open(null);
      if (event.type === 'thread.changed' && event.reason === 'elsewhere')
        dispatch({ type: 'refreshed', loaded: loadThread(engine, event.thread, RESUMED_TURNS) });
    };

    const ask = (asked: Ask) => {
      for (const line of askLines(asked, theme, cwd)) print(line);
    };
    const line = (text: string) => {
      const asked = viewed()?.asks[0];
      if (asked && text.trim() !== '') {
        const answer = answerOf(asked, text.trim());
        if (answer === null) return ask(asked);
        try {
          engine.answer(needThread(), asked.id, answer);
        } catch (error) {
          tell(talking, error);
        }
        return;
      }
      const command = parseCommand(text);
      if (command?.type === 'own' && command.name === 'steer') return void steer(talking, command.args);
      if (command?.type === 'own') return void runCommand(command, commands);
      void send(talking, text);
    };
    const interrupt = () => {
      if (lent) return;
      const thread = viewed();
      if (thread && (thread.turn || runsShell(thread)))
        void engine.abort(thread.id).catch((error) => tell(talking, error));
      else leave(0);
    };

    const unsubscribe = engine.subscribe(heard);
    process.on('SIGINT', interrupt);
    lines.on('line', line);
    lines.on('close', () => leave(0));
    print('ccchat, plain lines. Type and press Enter. /help lists commands, Ctrl+C interrupts, Ctrl+D leaves.');
    open(options.thread ?? null);
    if (options.pick) void runCommand({ type: 'own', name: 'threads', args: '' }, commands);
    if (options.prompt !== undefined) void send(talking, options.prompt);
    tour?.opens();
  });
}

const plainKeys: Readonly<Partial<Record<Command, string>>> = {
  'panel-allow': 'y',
  interrupt: '/tour',
  complete: '/resume',
  search: '/search',
  leave: 'Ctrl+D',
};

/** Without a composer to put words into, the tour says what to type; without keys, everything is a line. */
function plainTour(script: TourScript, engine: EngineApi, print: (text: string) => void): Tour {
  let said: string | null = null;
  let offered = '';
  const tour: Tour = new Tour({
    script: { ...script, prompts: { ...script.prompts, steer: `/steer ${script.prompts.steer}` } },
    keyOf: (name) => plainKeys[name] ?? 'Enter',
    parentOf: (thread) => engine.get(thread).parent,
    running: () => null,
    draft: () => offered,
    panelHears: () => true,
    switchTo: () => {},
    compose: (text) => {
      offered = text;
      if (text !== '') print(`tour, type: ${text}`);
    },
    changed: () => {
      const words = tour.words();
      if (words !== null && words !== said) print(words);
      said = words;
    },
  });
  return tour;
}

function askLines(ask: Ask, theme: Theme, cwd: string): string[] {
  switch (ask.kind) {
    case 'permission': {
      const always = ask.suggestions.map(({ label }, index) => `a${index === 0 ? '' : index + 1}: always, ${label}`);
      const details = toolDetails(ask.tool, ask.input, { width: WIDTH, theme, cwd });
      return [
        `question: ${toolTitle(ask.tool, ask.input, cwd)}`,
        ...details,
        ['y: allow once', ...always, 'n: deny', 'n and words: deny and say why'].join('; '),
      ];
    }
    case 'question':
      return ask.questions
        .slice(0, 1)
        .flatMap(({ question, options }) => [
          `question: ${question}`,
          ...options.map(({ label, description }, index) => `${index + 1}: ${label}. ${description}`),
          'Type a number, or an answer in your own words.',
        ]);
    case 'dialog':
      return ['question:', ...ask.text.split('\n'), ...ask.options.map(({ key, label }) => `${key}: ${label}`)];
  }
}

function answerOf(ask: Ask, text: string): Answer | null {
  switch (ask.kind) {
    case 'permission': {
      if (/^y(es)?$/i.test(text)) return { kind: 'allow' };
      const always = /^a(\d*)$/i.exec(text);
      const suggestion = always ? ask.suggestions[Math.max(0, Number(always[1] || 1) - 1)] : undefined;
      if (suggestion) return { kind: 'allow', always: [suggestion] };
      const deny = /^no?\b\s*([\s\S]*)$/i.exec(text);
      if (!deny) return null;
      return deny[1] ? { kind: 'deny', comment: deny[1] } : { kind: 'deny' };
    }
    case 'question': {
      const [first] = ask.questions;
      if (!first) return null;
      const answers = Object.fromEntries(
        ask.questions.map(({ question, options }, index) => {
          const part = ask.questions.length > 1 ? (text.split(';')[index] ?? '').trim() : text;
          return [question, options[Number(part) - 1]?.label ?? part];
        }),
      );
      return { kind: 'choose', answers };
    }
    case 'dialog': {
      const option = ask.options.find(({ key }) => key.toLowerCase() === text.toLowerCase());
      return option || ask.options.length === 0 ? { kind: 'key', key: option?.key ?? text } : null;
    }
  }
}
