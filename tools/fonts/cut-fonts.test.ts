import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { Blob, Buffer as ShapingBuffer, Face, Font, shape } from "harfbuzzjs";
import { expect, test } from "vitest";
import { decompress } from "woff2-encoder";

import { characters, cutFont, sources } from "./cut-fonts.ts";

const pathOf = (name: string) => fileURLToPath(new URL(`../../ui/fonts/${name}.woff2`, import.meta.url));
const names = Object.keys(sources);

async function openFace(path: string): Promise<Face> {
  return new Face(new Blob(await decompress(readFileSync(path))));
}

test("each file is used by a stylesheet", () => {
  expect([...characters.keys()].toSorted()).toEqual(names.toSorted());
});

test.each(names)("%s is up to date with its package and its unicode-range", async (name) => {
  expect(readFileSync(pathOf(name)).equals(await cutFont(name)), "run `node tools/fonts/cut-fonts.ts`").toBe(true);
});

test.each(["figtree", "fraunces", "fraunces-italic"])(
  "the two files of %s have all of Latin-1 and its punctuation",
  async (font) => {
    const original = await openFace(fileURLToPath(import.meta.resolve(sources[`${font}-basic`]!)));
    const wanted = [...original.collectUnicodes()].filter(
      (character) => (character >= 0x20 && character <= 0xff) || (character >= 0x2000 && character <= 0x206f),
    );
    const files = await Promise.all([`${font}-basic`, `${font}-latin`].map((name) => openFace(pathOf(name))));
    const found = new Set(files.flatMap((face) => [...face.collectUnicodes()]));
    expect(wanted.length).toBeGreaterThan(200);
    expect(wanted.filter((character) => !found.has(character))).toEqual([]);
  },
);

const consonants = [..."कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळ"];
const vowelSigns = ["", ..."ािीुूृेैोौंँः्"];
const words = [
  ...consonants.flatMap((first) => consonants.map((second) => `${first}्${second}`)),
  ...[...consonants, "क्ष", "त्र", "ज्ञ", "श्र", "र्क"].flatMap((letter) => vowelSigns.map((sign) => letter + sign)),
];

test.each(names.filter((name) => name.includes("devanagari")))(
  "%s draws conjuncts and vowel signs as the font of the package does",
  async (name) => {
    const [own, original] = await Promise.all(
      [pathOf(name), fileURLToPath(import.meta.resolve(sources[name]!))].map(openFace),
    );
    const [ownFont, originalFont] = [new Font(own!), new Font(original!)];
    expect(words.filter((word) => drawWord(ownFont, word) !== drawWord(originalFont, word))).toEqual([]);
  },
);

/** The positions and outlines of the glyphs of a word. */
function drawWord(font: Font, word: string): string {
  const buffer = new ShapingBuffer();
  buffer.addText(word);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const outlines = buffer.getGlyphInfos().map(({ codepoint }) => font.glyphToPath(codepoint));
  return JSON.stringify([buffer.getGlyphPositions(), outlines]);
}
