/** Reads PDFs for tests: pages, size, text, and characters missing from the fonts. */
import { inflateSync } from "node:zlib";

/** The number of pages of a PDF. */
export function pagesOf(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** The unpacked compressed streams of a PDF. */
export function streamsOf(pdf: Buffer): string[] {
  return [...pdf.toString("latin1").matchAll(/\/FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/g)].map(([, packed]) =>
    inflateSync(Buffer.from(packed!, "latin1")).toString("latin1"),
  );
}

/** The drawing instructions of a PDF, by page. */
export const drawingsOf = (pdf: Buffer) => streamsOf(pdf).filter((stream) => /^BT$/m.test(stream));

/** The width and height of the first page, in points. */
export function sizeOf(pdf: Buffer): number[] {
  const [, box] = /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(pdf.toString("latin1"))!;
  return box!.split(" ").map(Number);
}

/** The characters that the glyphs of a PDF stand for. */
export function lettersOf(pdf: Buffer): Set<string> {
  const letters = new Set<string>();
  for (const stream of streamsOf(pdf)) {
    if (!stream.includes("beginbfrange")) continue;
    for (const [, hex] of stream.matchAll(/<([0-9a-f ]+)>/g))
      for (const code of hex!.split(" "))
        if (code.length === 4) letters.add(String.fromCharCode(Number.parseInt(code, 16)));
  }
  return letters;
}

/** The number of glyphs that are boxes for characters missing from the font. */
export function boxesIn(pdf: Buffer): number {
  const glyphs = drawingsOf(pdf).flatMap((stream) =>
    [...stream.matchAll(/\[([^\]]*)\] TJ/g)].flatMap(([, parts]) =>
      [...parts!.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? []),
    ),
  );
  return glyphs.filter((glyph) => glyph === "0000").length;
}

/** The text of a PDF, line by line, as selecting and copying it would give. */
export function textOf(pdf: Buffer): string {
  const all = pdf.toString("latin1");
  const objects = new Map(
    [...all.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id, object]) => [id!, object!]),
  );
  const lettersByFont = new Map(
    [...all.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, font, id]) => {
      const [, letters] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!)!;
      return [font!, glyphLetters(streamsOf(Buffer.from(`${objects.get(letters!)}`, "latin1"))[0]!)];
    }),
  );
  const lines = drawingsOf(pdf).flatMap((drawing) => drawing.split(/^BT$/m).slice(1));
  return lines
    .map((line) => {
      const letters = lettersByFont.get(/\/(F\d+) /.exec(line)![1]!)!;
      const glyphs = [...line.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!);
      return glyphs.map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? "").join("");
    })
    .join("\n");
}

/** The characters of each glyph of a font, from its table in the PDF. */
function glyphLetters(table: string): Map<number, string> {
  return new Map(
    [...table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)].flatMap(([, first, all]) =>
      all!.split(" ").map((hex, place): [number, string] => {
        const codes = hex.match(/[0-9a-f]{4}/g) ?? [];
        return [
          Number.parseInt(first!, 16) + place,
          codes.map((c) => String.fromCharCode(Number.parseInt(c, 16))).join(""),
        ];
      }),
    ),
  );
}
