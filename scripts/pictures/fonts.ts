// Which font draws which character. The mono font sets the grid; what it lacks is looked for in the others, those of the system
// included, and what no font has is drawn as an empty box: a picture never fails for want of a glyph.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface Fonts {
  /** Those that this drawing names: one for all of CJK is large, and read for every picture. */
  filesFor(drawing: string): string[];
  /** The family that has this character, mono first; null when none has. */
  familyOf(character: string): string | null;
}

interface Face {
  file: string;
  family: string;
  covers: (code: number) => boolean;
}

const require = createRequire(import.meta.url);
const dejavu = path.join(path.dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const mono = [
  'DejaVuSansMono.ttf',
  'DejaVuSansMono-Bold.ttf',
  'DejaVuSansMono-Oblique.ttf',
  'DejaVuSansMono-BoldOblique.ttf',
];
const systemFolders = ['/usr/share/fonts', '/usr/local/share/fonts'];
const wanted =
  /notosanscjk-(regular|bold)|wqy|ipa|vl-gothic|takao|unifont|symbola|noto.*(arabic|hebrew|thai|devanagari)|droid.*fallback/i;

let loaded: Fonts | null = null;

export function loadFonts(): Fonts {
  loaded ??= read();
  return loaded;
}

function read(): Fonts {
  const base = [...mono, 'DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => path.join(dejavu, file));
  const system = systemFolders.flatMap(fontFiles).filter((file) => wanted.test(path.basename(file)));
  const faces = [path.join(dejavu, mono[0]!), path.join(dejavu, 'DejaVuSans.ttf'), ...system].flatMap(faceOf);
  const known = new Map<string, string | null>();
  return {
    filesFor: (drawing) => [
      ...base,
      ...faces
        .filter(({ file, family }) => system.includes(file) && drawing.includes(`font-family="${family}"`))
        .map(({ file }) => file),
    ],
    familyOf(character) {
      let family = known.get(character);
      if (family !== undefined) return family;
      const codes = [...character].map((part) => part.codePointAt(0)!).filter((code) => !ignorable(code));
      family = faces.find((face) => codes.every(face.covers))?.family ?? null;
      known.set(character, family);
      return family;
    },
  };
}

const ignorable = (code: number) => code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f);

function fontFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ttf|otf|ttc)$/i.test(file))
    .map((file) => path.join(folder, file))
    .filter((file) => statSync(file).isFile());
}

function faceOf(file: string): Face[] {
  try {
    const data = readFileSync(file);
    const start = data.toString('latin1', 0, 4) === 'ttcf' ? data.readUInt32BE(12) : 0;
    return [{ file, family: familyName(data, start), covers: coverage(data, table(data, start, 'cmap')) }];
  } catch {
    return [];
  }
}

function table(data: Buffer, start: number, name: string): number {
  const count = data.readUInt16BE(start + 4);
  for (let index = 0; index < count; index++) {
    const at = start + 12 + index * 16;
    if (data.toString('latin1', at, at + 4) === name) return data.readUInt32BE(at + 8);
  }
  throw new Error(`no table ${name}`);
}

function familyName(data: Buffer, start: number): string {
  const at = table(data, start, 'name');
  const strings = at + data.readUInt16BE(at + 4);
  for (let index = 0; index < data.readUInt16BE(at + 2); index++) {
    const record = at + 6 + index * 12;
    if (data.readUInt16BE(record) !== 3 || data.readUInt16BE(record + 6) !== 1) continue;
    const from = strings + data.readUInt16BE(record + 10);
    return Buffer.from(data.subarray(from, from + data.readUInt16BE(record + 8)))
      .swap16()
      .toString('utf16le');
  }
  throw new Error('no family name');
}

function coverage(data: Buffer, cmap: number): (code: number) => boolean {
  const subtables = Array.from(
    { length: data.readUInt16BE(cmap + 2) },
    (_, index) => cmap + data.readUInt32BE(cmap + 8 + index * 8),
  );
  const wide = subtables.find((at) => data.readUInt16BE(at) === 12);
  const ranges =
    wide !== undefined ? groups(data, wide) : segments(data, subtables.find((at) => data.readUInt16BE(at) === 4)!);
  return (code) => ranges.some(([from, to]) => code >= from && code <= to);
}

function groups(data: Buffer, at: number): [number, number][] {
  return Array.from({ length: data.readUInt32BE(at + 12) }, (_, index) => {
    const group = at + 16 + index * 12;
    return [data.readUInt32BE(group), data.readUInt32BE(group + 4)];
  });
}

function segments(data: Buffer, at: number): [number, number][] {
  const count = data.readUInt16BE(at + 6) / 2;
  return Array.from({ length: count }, (_, index) => [
    data.readUInt16BE(at + 16 + count * 2 + index * 2),
    data.readUInt16BE(at + 14 + index * 2),
  ]);
}
