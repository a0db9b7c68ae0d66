/**
 * Cuts fonts that pages would otherwise load in full: `node tools/fonts/cut-fonts.ts` writes them to `ui/fonts`, from
 * the packages that `package.json` pins. Their glyphs, shaping and kerning do not change, but they lose their hinting:
 * 40 % of a Devanagari font, which phones and Macs ignore.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compress, decompress } from "woff2-encoder";

/** A file of `ui/fonts`: the file of a package that it is cut from, and the characters to keep (default: all). */
interface Cut {
  from: string;
  characters?: string;
}

export const cuts: Record<string, Cut> = {
  // Every page with a price needs the rupee sign, but hardly any the other letters of `latin-ext` (10 kB).
  "figtree-rupee-wght-normal": {
    from: "@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2",
    characters: "₹",
  },
  "mukta-devanagari-400-normal": { from: "@fontsource/mukta/files/mukta-devanagari-400-normal.woff2" },
  "mukta-devanagari-600-normal": { from: "@fontsource/mukta/files/mukta-devanagari-600-normal.woff2" },
  "tiro-devanagari-hindi-devanagari-400-normal": {
    from: "@fontsource/tiro-devanagari-hindi/files/tiro-devanagari-hindi-devanagari-400-normal.woff2",
  },
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
const noHinting = 1; // HB_SUBSET_FLAGS_NO_HINTING

const readPackage = (specifier: string) => readFileSync(fileURLToPath(import.meta.resolve(specifier)));
const wasm = await WebAssembly.instantiate(readPackage("harfbuzzjs/dist/harfbuzz-subset.wasm"));
const hb = wasm.instance.exports as unknown as Subsetter;
hb["_initialize"]();

/** Cuts one font and returns it as WOFF2. The memory of the subsetter is not freed. */
export async function cutFont({ from, characters }: Cut): Promise<Uint8Array> {
  const font = await decompress(readPackage(from));
  const address = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, address);
  const face = hb.hb_face_create(hb.hb_blob_create(address, font.length, writable, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_keep_everything(input);
  hb.hb_subset_input_set_flags(input, noHinting);
  if (characters !== undefined) {
    hb.hb_set_clear(hb.hb_subset_input_glyph_set(input));
    const kept = hb.hb_subset_input_unicode_set(input);
    hb.hb_set_clear(kept);
    for (const character of characters) hb.hb_set_add(kept, character.codePointAt(0) ?? 0);
  }
  const blob = hb.hb_face_reference_blob(hb.hb_subset_or_fail(face, input));
  const start = hb.hb_blob_get_data(blob, 0);
  return compress(new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob)));
}

if (import.meta.main) {
  for (const [name, cut] of Object.entries(cuts))
    writeFileSync(new URL(`../../ui/fonts/${name}.woff2`, import.meta.url), await cutFont(cut));
}
