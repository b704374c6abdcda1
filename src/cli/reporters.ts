// What `send` shows of a turn. Scripts get exact text or every event; a terminal also gets one line of progress, which is
// the only place where the cursor moves.
import type { EngineEvent } from '../engine/events.ts';
import type { Block, MessageId } from '../store/types.ts';
import { duration } from '../text/figures.ts';
import { truncate } from './columns.ts';
import { personLine } from './errors.ts';
import { type Output, printJsonLine, type Shell } from './shell.ts';
import { oneLine, sanitise } from './text.ts';
import { toolLine } from './tools.ts';

export interface Reporter {
  event(event: EngineEvent): void;
  /** Nothing else may be on the line while a question stands. */
  hush(): void;
  end(): void;
}

/** One event a line. Whatever trails the last turn goes before its `turn.end`, which is always the last line. */
export function jsonReporter(out: Output): Reporter {
  let ended: EngineEvent[] = [];
  const flush = (events: EngineEvent[]) => {
    for (const event of events) printJsonLine(out, event);
    ended = [];
  };
  return {
    event(event) {
      if (event.type === 'turn.end' || ended.length > 0) {
        const again = event.type === 'turn.start' || (event.type === 'turn.end' && ended.length > 0);
        if (again) flush(ended);
        if (event.type === 'turn.start') printJsonLine(out, event);
        else ended.push(event);
      } else printJsonLine(out, event);
    },
    hush() {},
    end() {
      const [end, ...trailing] = ended;
      flush(end ? [...trailing, end] : []);
    },
  };
}

/** The assistant's words, block by block as they become exact. */
class AssistantText {
  #printed = new Map<MessageId, number>();
  #any = false;
  #endsLine = true;

  constructor(private write: (text: string) => void) {}

  take(event: EngineEvent): void {
    if (event.type === 'message.start' && event.role === 'assistant') this.#printed.set(event.message, 0);
    if (event.type === 'message.update') this.#block(event.message, event.index, event.block);
    if (event.type === 'message.end' && event.message.role === 'assistant') {
      const { id, blocks } = event.message;
      if (!this.#printed.has(id)) this.#printed.set(id, 0);
      for (const [index, block] of blocks.entries()) this.#block(id, index, block);
    }
  }

  close(): void {
    if (!this.#endsLine) this.write('\n');
    this.#endsLine = true;
  }

  #block(message: MessageId, index: number, block: Block): void {
    const next = this.#printed.get(message);
    if (next === undefined || index < next) return;
    this.#printed.set(message, index + 1);
    if (block.type !== 'text' || block.text === '') return;
    this.close();
    this.write(this.#any ? `\n${block.text}` : block.text);
    this.#any = true;
    this.#endsLine = block.text.endsWith('\n');
  }
}

export function textReporter(shell: Shell): Reporter {
  const { out, err } = shell;
  const live = out.isTTY && err.isTTY && shell.env.TERM !== 'dumb';
  return live ? liveReporter(shell) : plainReporter(out, err);
}

function plainReporter(out: Output, err: Output): Reporter {
  const text = new AssistantText((part) => out.write(out.isTTY ? sanitise(part) : part));
  return {
    event(event) {
      text.take(event);
      if (event.type !== 'notice') return;
      if (isOutput(event)) out.write(outputLines(event));
      else err.write(noticeLine(event));
    },
    hush() {},
    end: () => text.close(),
  };
}

function liveReporter(shell: Shell): Reporter {
  const { out, err } = shell;
  const { dim, red } = err.style;
  const progress = new Progress(err);
  const text = new AssistantText((part) => {
    progress.clear();
    out.write(sanitise(part));
  });
  const say = (line: string) => {
    progress.clear();
    text.close();
    err.write(`${line}\n`);
  };
  const tools = new Map<string, { line: string; at: number }>();
  return {
    event(event) {
      text.take(event);
      switch (event.type) {
        case 'turn.start':
          if (event.via === 'follow-up') say(dim(`> ${oneLine(event.text)}`));
          if (event.via === null) say(dim(`· ${event.text.split('\n', 1)[0]}`));
          progress.show('…');
          break;
        case 'text.preview':
          progress.show(lastWords(event.text, err.columns));
          break;
        case 'tool.start':
          tools.set(event.tool, { line: toolLine(event.name, event.input), at: event.at });
          progress.show(`${toolLine(event.name, event.input)} …`);
          break;
        case 'tool.end': {
          const tool = tools.get(event.tool);
          if (!tool) break;
          const took = duration(event.at - tool.at);
          const line = truncate(tool.line, Math.max(20, err.columns - took.length - 6));
          say(`${event.isError ? red('✗') : dim('✓')} ${dim(`${line}  ${took}`)}`);
          break;
        }
        case 'steer.absorbed':
        case 'steer.ran':
          say(dim(`> ${oneLine(event.item.text)}`));
          break;
        case 'notice':
          if (isOutput(event)) {
            progress.clear();
            text.close();
            out.write(outputLines(event));
          } else say(noticeLine(event).trimEnd());
          break;
        case 'turn.end':
          progress.clear();
          break;
      }
    },
    hush() {
      progress.clear();
      text.close();
    },
    end() {
      progress.clear();
      text.close();
    },
  };
}

type Notice = Extract<EngineEvent, { type: 'notice' }>;

/** What one of claude's own commands printed: that is what was asked for. */
const isOutput = ({ code }: Notice): boolean => code === 'command-output';
const outputLines = ({ text }: Notice): string => `${sanitise(text).trimEnd()}\n`;

function noticeLine(event: Notice): string {
  return `${personLine(event.text, event.next)}\n`;
}

function lastWords(text: string, columns: number): string {
  const line = oneLine(text.slice(-columns * 4));
  const letters = [...line];
  return letters.length < columns ? line : `…${letters.slice(-Math.floor(columns / 2)).join('')}`;
}

/** One line that is taken back before anything else is printed. */
class Progress {
  #shown = false;

  constructor(private err: Output) {}

  show(text: string): void {
    this.clear();
    this.err.write(this.err.style.dim(truncate(oneLine(text), Math.max(1, this.err.columns - 1))));
    this.#shown = true;
  }

  clear(): void {
    if (this.#shown) this.err.write('\r\x1b[K');
    this.#shown = false;
  }
}
