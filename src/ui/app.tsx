// The screen as Ink sees it: finished entries, printed once, and one live region. Both come as lines that fit; Ink lays them out and the
// canvas writes them. Updates are synchronous and paced by the caller, so Ink's own throttle never holds a frame back.
import { Box, render, Static, Text } from 'ink';
import { memo, type ReactNode, useInsertionEffect, useLayoutEffect } from 'react';
import type { Picture } from './overlay.ts';
import type { Entry } from './state/model.ts';
import type { Canvas } from './terminal/canvas.ts';
import { inkStdin, inkStdout } from './terminal/ink-stdout.ts';

export interface AppView {
  readonly entries: readonly Entry[];
  readonly live: Picture;
}

export interface AppOptions {
  readonly canvas: Canvas;
  readonly size: () => { columns: number; rows: number };
  readonly entryLines: (entry: Entry) => readonly string[];
}

export interface MountedApp {
  show(view: AppView): void;
  unmount(): void;
}

const Finished = memo(function Finished(props: { entries: Entry[]; draw: (entry: Entry) => ReactNode }) {
  return <Static items={props.entries}>{props.draw}</Static>;
});

function Live({ picture, canvas }: { picture: Picture; canvas: Canvas }) {
  useInsertionEffect(() => canvas.cursor(picture.cursor));
  useLayoutEffect(() => canvas.settle());
  return (
    <Box flexDirection="column">
      {picture.lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the region is its place
        <Text key={row} wrap="truncate">
          {line === '' ? ' ' : line}
        </Text>
      ))}
    </Box>
  );
}

export function mountApp({ canvas, size, entryLines }: AppOptions): MountedApp {
  const draw = (entry: Entry): ReactNode => {
    const lines = entryLines(entry);
    return (
      <Text key={entry.key} wrap="truncate">
        {lines.map((line) => (line === '' ? ' ' : line)).join('\n')}
      </Text>
    );
  };
  const tree = ({ entries, live }: AppView) => (
    <>
      <Finished entries={entries as Entry[]} draw={draw} />
      <Live picture={live} canvas={canvas} />
    </>
  );
  const ink = render(tree({ entries: [], live: { lines: [], cursor: null } }), {
    stdout: inkStdout(canvas, size),
    stdin: inkStdin(),
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps: 1000,
  });
  return { show: (view) => ink.rerender(tree(view)), unmount: () => ink.unmount() };
}
