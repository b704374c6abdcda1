// A PNG with at most 128 colours: a terminal has few, and the rest are the edges of letters. A third of the size of full colour.
import { createRequire } from 'node:module';
import { deflateSync, crc32 as zlibCrc } from 'node:zlib';
import type Gifenc from 'gifenc';

const gifenc: typeof Gifenc = createRequire(import.meta.url)('gifenc');
const SIGNATURE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST = 128;

export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export function palettePng({ data, width, height }: Pixels): Uint8Array {
  const palette = gifenc.quantize(data, MOST, { format: 'rgb565' });
  const index = gifenc.applyPalette(data, palette, 'rgb565');
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++)
    rows.set(index.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(([red = 0, green = 0, blue = 0]) => [red, green, blue]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(zlibCrc(named), named.length + 4);
  return framed;
}
