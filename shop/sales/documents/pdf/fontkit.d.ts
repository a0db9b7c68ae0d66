/** The part of fontkit that the PDFs use; the package has no types. */
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
  export function create(file: Buffer): Font;
}
