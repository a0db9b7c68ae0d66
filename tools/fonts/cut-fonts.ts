/**
 * Cuts the fonts of `ui/fonts`: `node tools/fonts/cut-fonts.ts` writes each from a package that `package.json` pins,
 * with the characters of its `unicode-range` in the stylesheets of `ui`. Glyphs, shaping and kerning do not change.
 * Devanagari fonts lose their hinting, which is 40 % of them, and which phones and Macs ignore. Latin fonts keep it:
 * without it, Chromium on Linux rounds the letters of buttons up by a twentieth.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compress, decompress } from "woff2-encoder";

const variable = "@fontsource-variable";
/** The file of a package for each file of `ui/fonts`. */
export const sources: Record<string, string> = {
  "figtree-basic": `${variable}/figtree/files/figtree-latin-wght-normal.woff2`,
  "figtree-latin": `${variable}/figtree/files/figtree-latin-wght-normal.woff2`,
  "figtree-rupee": `${variable}/figtree/files/figtree-latin-ext-wght-normal.woff2`,
  "fraunces-basic": `${variable}/fraunces/files/fraunces-latin-opsz-normal.woff2`,
  "fraunces-latin": `${variable}/fraunces/files/fraunces-latin-opsz-normal.woff2`,
  "fraunces-italic-basic": `${variable}/fraunces/files/fraunces-latin-wght-italic.woff2`,
  "fraunces-italic-latin": `${variable}/fraunces/files/fraunces-latin-wght-italic.woff2`,
  "mukta-devanagari-400": "@fontsource/mukta/files/mukta-devanagari-400-normal.woff2",
  "mukta-devanagari-600": "@fontsource/mukta/files/mukta-devanagari-600-normal.woff2",
  "tiro-devanagari": "@fontsource/tiro-devanagari-hindi/files/tiro-devanagari-hindi-devanagari-400-normal.woff2",
};

/** The functions of HarfBuzz's subsetter that are used here: https://harfbuzz.github.io/harfbuzz-hb-subset.html */
interface Subsetter {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_set_clear(set: number): void;
  hb_set_add(set: number, codepoint: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_keep_everything(input: number): void;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

const writable = 2; // HB_MEMORY_MODE_WRITABLE
const keepAll = 0; // HB_SUBSET_FLAGS_DEFAULT
const noHinting = 1; // HB_SUBSET_FLAGS_NO_HINTING

/** Reads a file by its path in the project, or by that of a package. */
const read = (specifier: string) => readFileSync(fileURLToPath(import.meta.resolve(specifier)));

/** The code points of the `unicode-range` of each file of `ui/fonts`. */
export const characters = new Map(
  ["fonts", "devanagari"].flatMap((sheet) =>
    [
      ...read(`../../ui/${sheet}.css`)
        .toString()
        .matchAll(/url\("\.\/fonts\/(.+?)\.woff2"\)[^}]*?unicode-range:([^;]+);/g),
    ].map(([, name = "", ranges = ""]) => [name, ranges.split(",").flatMap(readRange)] as const),
  ),
);

/** Lists the code points of a range such as `U+0900-097F`. */
function readRange(range: string): number[] {
  const [first = 0, last = first] = range
    .trim()
    .slice("U+".length)
    .split("-")
    .map((hex) => Number.parseInt(hex, 16));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const wasm = await WebAssembly.instantiate(read("harfbuzzjs/dist/harfbuzz-subset.wasm"));
const hb = wasm.instance.exports as unknown as Subsetter;
hb["_initialize"]();

/** Cuts a file of `ui/fonts` and returns it as WOFF2. The memory of the subsetter is not freed. */
export async function cutFont(name: string): Promise<Uint8Array> {
  const font = await decompress(read(sources[name] ?? name));
  const address = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, address);
  const face = hb.hb_face_create(hb.hb_blob_create(address, font.length, writable, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_keep_everything(input);
  hb.hb_subset_input_set_flags(input, name.includes("devanagari") ? noHinting : keepAll);
  hb.hb_set_clear(hb.hb_subset_input_glyph_set(input));
  const kept = hb.hb_subset_input_unicode_set(input);
  hb.hb_set_clear(kept);
  for (const character of characters.get(name) ?? []) hb.hb_set_add(kept, character);
  const blob = hb.hb_face_reference_blob(hb.hb_subset_or_fail(face, input));
  const start = hb.hb_blob_get_data(blob, 0);
  return compress(new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob)));
}

if (import.meta.main) {
  for (const name of Object.keys(sources))
    writeFileSync(new URL(`../../ui/fonts/${name}.woff2`, import.meta.url), await cutFont(name));
}
