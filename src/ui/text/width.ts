// Columns, not characters: every length on the screen is measured here, in whole grapheme clusters, the way Ink measures.
// Printable ASCII takes a path without segmentation, because most text is that and wrapping runs on every frame.
import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const printableAscii = /^[\x20-\x7e]*$/;
const clusterWidths = new Map<string, number>();
const CACHED_CLUSTERS = 4096;

export interface Cluster {
  text: string;
  width: number;
  /** Where it starts in the text it came from. */
  index: number;
}

/** Display width of a text, styles not counted. */
export function textWidth(text: string): number {
  return printableAscii.test(text) ? text.length : stringWidth(text);
}

export function isAscii(text: string): boolean {
  return printableAscii.test(text);
}

/** The grapheme clusters of an unstyled text. */
export function clusters(text: string): Cluster[] {
  const found: Cluster[] = [];
  if (printableAscii.test(text)) {
    for (let index = 0; index < text.length; index++) found.push({ text: text[index]!, width: 1, index });
    return found;
  }
  for (const { segment, index } of segmenter.segment(text)) {
    found.push({ text: segment, width: clusterWidth(segment), index });
  }
  return found;
}

function clusterWidth(cluster: string): number {
  const known = clusterWidths.get(cluster);
  if (known !== undefined) return known;
  const width = stringWidth(cluster);
  if (clusterWidths.size >= CACHED_CLUSTERS) clusterWidths.clear();
  if (cluster.length <= 32) clusterWidths.set(cluster, width);
  return width;
}
