/** The part of fontkit that the PDFs need; the package brings no types. */
declare module "fontkit" {
  export interface Glyph {
    id: number;
    advanceWidth: number;
    codePoints: number[];
  }
  export interface Font {
    getGlyph(id: number, codePoints?: number[]): Glyph;
    layout(text: string, features?: string[]): unknown;
  }
  /** Reads a font file. */
  export function create(file: Buffer): Font;
}
