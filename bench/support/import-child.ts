// One import, measured from inside: `import-child HOME HISTORY [stop after so many files]`.
import { openEngine } from '../../src/engine/index.ts';
import type { Imported } from '../import.ts';

const [home, history, stopAfter] = process.argv.slice(2) as [string, string, string | undefined];
const megabytes = (bytes: number) => bytes / 1024 / 1024;
const engine = await openEngine({ home, warmSpare: false });
const startMegabytes = megabytes(process.memoryUsage().rss);
const stop = new AbortController();
const start = performance.now();
let peak = 0;
const report = await engine.import({
  paths: [history],
  signal: stop.signal,
  onProgress: ({ files }) => {
    peak = Math.max(peak, process.memoryUsage().rss);
    if (files === Number(stopAfter)) stop.abort();
  },
});
const seconds = (performance.now() - start) / 1000;
await engine.close();
const result: Imported = {
  seconds,
  startMegabytes,
  peakMegabytes: Math.max(megabytes(peak), process.resourceUsage().maxRSS / 1024),
  files: report.files,
  threads: report.created.length,
  messages: report.messages,
  unchanged: report.unchanged,
  interrupted: report.interrupted,
};
console.log(JSON.stringify(result));
