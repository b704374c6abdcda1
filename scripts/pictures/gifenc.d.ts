// The part of gifenc that is used here; the package brings no types.
declare module 'gifenc' {
  export type Colours = number[][];
  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options: { palette: Colours; delay: number }): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  const gifenc: {
    GIFEncoder(): Encoder;
    quantize(rgba: Uint8Array, most: number, options?: { format: 'rgb565' | 'rgb444' }): Colours;
    applyPalette(rgba: Uint8Array, palette: Colours, format?: 'rgb565' | 'rgb444'): Uint8Array;
  };
  export default gifenc;
}
