import { inflateSync } from "node:zlib";

/** How many pages a PDF has. */
export function pagesOf(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** What the packed streams of a PDF say. */
export function streamsOf(pdf: Buffer): string[] {
  return [...pdf.toString("latin1").matchAll(/\/FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/g)].map(([, packed]) =>
    inflateSync(Buffer.from(packed!, "latin1")).toString("latin1"),
  );
}

/** What is drawn, page by page. */
export const drawingsOf = (pdf: Buffer) => streamsOf(pdf).filter((stream) => /^BT$/m.test(stream));

/** The width and height of its first page, in points. */
export function sizeOf(pdf: Buffer): number[] {
  const [, box] = /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(pdf.toString("latin1"))!;
  return box!.split(" ").map(Number);
}

/** The letters the PDF says its glyphs stand for. */
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

/** How many glyphs are the box that stands for a letter the font does not have. */
export function boxesIn(pdf: Buffer): number {
  const glyphs = drawingsOf(pdf).flatMap((stream) =>
    [...stream.matchAll(/\[([^\]]*)\] TJ/g)].flatMap(([, parts]) =>
      [...parts!.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? []),
    ),
  );
  return glyphs.filter((glyph) => glyph === "0000").length;
}

/** What the PDF says, line by line, as whoever selects and copies its text gets it. */
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

/** The letters that each glyph of a font stands for, from its table in the PDF. */
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
