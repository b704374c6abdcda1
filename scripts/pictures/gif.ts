// A moving picture from frames of one size; equal frames become one that stands longer.
import { createRequire } from 'node:module';
import type Gifenc from 'gifenc';
import { type PictureOptions, pixels, type Terminal } from './render.ts';

/** Bundlers and Node resolve this package to different shapes; `require` gives the same one everywhere. */
const gifenc: typeof Gifenc = createRequire(import.meta.url)('gifenc');

export interface GifFrame {
  source: readonly string[] | Terminal;
  ms: number;
  /** In place of the title that all frames have. */
  title?: string;
}

export interface GifMaker {
  /** Takes the terminal as it stands now. */
  add(frame: GifFrame): Promise<void>;
  finish(): Uint8Array;
}

export function gifMaker(options: PictureOptions): GifMaker {
  const encoder = gifenc.GIFEncoder();
  let waiting: { data: Uint8Array; width: number; height: number; ms: number } | null = null;
  let size: { width: number; height: number } | null = null;

  function flush(): void {
    if (!waiting) return;
    const palette = gifenc.quantize(waiting.data, 256, { format: 'rgb565' });
    const index = gifenc.applyPalette(waiting.data, palette, 'rgb565');
    encoder.writeFrame(index, waiting.width, waiting.height, { palette, delay: Math.max(20, waiting.ms) });
    waiting = null;
  }

  return {
    async add({ source, ms, title = options.title }) {
      const image = await pixels(source, title === undefined ? options : { ...options, title });
      size ??= { width: image.width, height: image.height };
      if (image.width !== size.width || image.height !== size.height)
        throw new Error(`A frame of ${image.width}×${image.height} among frames of ${size.width}×${size.height}`);
      if (waiting && Buffer.compare(waiting.data, image.data) === 0) waiting.ms += ms;
      else {
        flush();
        waiting = { ...image, ms };
      }
    },
    finish() {
      flush();
      encoder.finish();
      return encoder.bytes();
    },
  };
}
