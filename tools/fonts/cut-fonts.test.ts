import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { Blob, Buffer as ShapingBuffer, Face, Font, shape } from "harfbuzzjs";
import { expect, test } from "vitest";
import { decompress } from "woff2-encoder";

import { cutFont, cuts } from "./cut-fonts.ts";

const readCut = (name: string) => readFileSync(new URL(`../../ui/fonts/${name}.woff2`, import.meta.url));

test.each(Object.entries(cuts))("%s is up to date with its package", async (name, cut) => {
  expect(readCut(name).equals(await cutFont(cut)), "run `node tools/fonts/cut-fonts.ts`").toBe(true);
});

const consonants = [..."कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळ"];
const vowelSigns = ["", ..."ािीुूृेैोौंँः्"];
const conjuncts = consonants.flatMap((first) => consonants.map((second) => `${first}्${second}`));
const syllables = [...consonants, "क्ष", "त्र", "ज्ञ", "श्र", "र्क"].flatMap((letter) =>
  vowelSigns.map((sign) => letter + sign),
);

test.each(Object.entries(cuts).filter(([name]) => name.includes("devanagari")))(
  "%s draws conjuncts and vowel signs as the font of the package does",
  async (name, { from }) => {
    const [own, original] = await Promise.all(
      [readCut(name), readFileSync(fileURLToPath(import.meta.resolve(from)))].map(openFont),
    );
    const words = [...conjuncts, ...syllables];
    expect(words.filter((word) => drawWord(own!, word) !== drawWord(original!, word))).toEqual([]);
  },
);

async function openFont(woff2: Uint8Array): Promise<Font> {
  return new Font(new Face(new Blob(await decompress(woff2))));
}

/** The positions and outlines of the glyphs of a word. */
function drawWord(font: Font, word: string): string {
  const buffer = new ShapingBuffer();
  buffer.addText(word);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const outlines = buffer.getGlyphInfos().map(({ codepoint }) => font.glyphToPath(codepoint));
  return JSON.stringify([buffer.getGlyphPositions(), outlines]);
}
