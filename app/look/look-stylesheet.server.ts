/**
 * The style sheet of a look: what differs from the shop as delivered. It follows from its address alone, so every
 * process serves every look, of now, of before or of a preview, and caches keep it for ever.
 */
import { createHash } from "node:crypto";

import { fitColours, type Colours } from "#shop/kernel/look/fit-colours.ts";
import { readLogoName, type Logo } from "#shop/kernel/look/logo.ts";
import {
  defaultLook,
  faceNames,
  parseStyle,
  writeStyle,
  type Face,
  type Look,
  type Pattern,
  type Style,
} from "#shop/kernel/look/look.ts";
import butiA from "#ui/endpapers/buti-a.svg?url";
import butiB from "#ui/endpapers/buti-b.svg?url";
import jaliA from "#ui/endpapers/jali-a.svg?url";
import jaliB from "#ui/endpapers/jali-b.svg?url";
import lehariyaA from "#ui/endpapers/lehariya-a.svg?url";
import lehariyaB from "#ui/endpapers/lehariya-b.svg?url";
import marbleA from "#ui/endpapers/marble-a.svg?url";
import marbleB from "#ui/endpapers/marble-b.svg?url";
import scalesA from "#ui/endpapers/scales-a.svg?url";
import scalesB from "#ui/endpapers/scales-b.svg?url";

import { faceFiles } from "./look-faces.server.ts";

/** What every page needs of a look. */
export interface LookOfPage {
  stylesheet?: string;
  /** The font to preload in place of Fraunces: null if it is Figtree, which every page preloads. */
  font?: string | null;
  logo?: Logo & { isAlone: boolean };
}

const tiles: Record<Exclude<Pattern, "jaal">, [string, string]> = {
  buti: [butiA, butiB],
  marble: [marbleA, marbleB],
  jali: [jaliA, jaliB],
  scales: [scalesA, scalesB],
  lehariya: [lehariyaA, lehariyaB],
};

/** What every page needs of this look; null for that of the shop as delivered. */
export function lookOfPage(look: Look): LookOfPage | null {
  const written = writeStyle(look);
  const logo = look.logo === null ? null : readLogoName(look.logo);
  const isDelivered = written === writeStyle(defaultLook);
  if (isDelivered && !logo) return null;
  return {
    ...(!isDelivered && { stylesheet: `/assets/look-${written}.${hashOf(lookStylesheet(look))}.css` }),
    ...(look.face !== "fraunces" && { font: faceFiles[look.face].preload ?? null }),
    ...(logo && { logo: { ...logo, isAlone: look.isNameInLogo } }),
  };
}

/** Serves the style sheet of a file name such as `look-4f46e5-d98a1f-lora-buti-airy.0a1b2c3d.css`. */
export function serveLookStylesheet(file: string): Response {
  const [, written = "", hash] = /^look-([\w-]+)\.([0-9a-f]{8})\.css$/.exec(file) ?? [];
  const look = parseStyle(written);
  if (!look) return new Response("There is no such file.", { status: 404, headers: { "cache-control": "no-store" } });
  const text = lookStylesheet(look);
  // A page of another version of the shop may ask for its own text of this look.
  const caching = hash === hashOf(text) ? "public, max-age=31536000, immutable" : "no-store";
  return new Response(text, { headers: { "content-type": "text/css; charset=utf-8", "cache-control": caching } });
}

/** Writes the style sheet. Its rules are in no layer, so they win over those of the shop. */
export function lookStylesheet({ colour, accent, face, pattern, density }: Style): string {
  const { light, dark, onNight, print } = fitColours({ colour, accent });
  return [
    face !== "fraunces" && faceRules(face),
    face !== "fraunces" && rule(":root", { "--font-display": fontStack(face) }),
    // On a wide screen the hero has a fallback of its own for Fraunces.
    face !== "fraunces" && rule(".hero-text h1", { "font-family": "var(--font-display)" }),
    inTheLight(rule(":root", roles(light))),
    inTheDark(rule(":root", roles(dark))),
    rule(".on-night", roles(onNight)),
    // Bills are black on white in every scheme.
    light.action && rule(".document-view", roles({ action: light.action })),
    rule(sheets, plain(print.light)),
    inTheDark(rule(sheets, plain(print.dark))),
    pattern !== "jaal" && patternRules(tiles[pattern]),
    pattern === "lehariya" && rule(`:is(${sheets})::before,:is(${sheets})::after`, { opacity: "0.5" }),
    density === "close" && closeRules,
  ]
    .filter(Boolean)
    .join("\n");
}

/** The shop's own endpaper: at the top of home, and above the footer. */
const sheets = ".hero-endpaper,footer>.endpaper";

/** The sections of home, a third closer to each other, and a lower hero. */
const closeRules = `.home-far,.home-near{padding-top:1.25rem}
@media (min-width:40rem){.home-far{padding-top:2.5rem}.home-near{padding-top:2.25rem}}`;

function faceRules(face: Exclude<Face, "fraunces">): string {
  const { weights, latin, latinExt, italic, fallback } = faceFiles[face];
  const family = faceNames[face];
  const file = (url: string, style: string, range: string) =>
    `@font-face{font-family:"${family} Variable";font-style:${style};font-display:swap;font-weight:${weights};src:url("${url}") format("woff2");unicode-range:${range}}`;
  return [
    latin && file(latin, "normal", latinRange),
    latinExt && file(latinExt, "normal", latinExtRange),
    italic && file(italic, "italic", latinRange),
    fallback &&
      `@font-face{font-family:"${family} Fallback";src:local("Times New Roman"),local("Liberation Serif"),local("Tinos");size-adjust:${fallback.size}%;ascent-override:${fallback.ascent}%;descent-override:${fallback.descent}%;line-gap-override:0%;unicode-range:${latinRange}}`,
  ]
    .filter(Boolean)
    .join("\n");
}

const latinRange =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212";
const latinExtRange = "U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+1EF2-1EFF,U+20B9";

/** Figtree comes before the generic family because Lora has no rupee sign. */
function fontStack(face: Exclude<Face, "fraunces">): string {
  const family = faceNames[face];
  return `"${family} Variable","${family} Fallback","Figtree Variable","Tiro Devanagari Hindi","Tiro Fallback","Kohinoor Devanagari","Nirmala UI",${face === "figtree" ? "sans-serif" : "serif"}`;
}

function patternRules([one, two]: [string, string]): string {
  const before = sheets.replaceAll(/,|$/g, (end) => `::before${end}`);
  return `${before}{mask-image:url("${one}")}\n${before.replaceAll("before", "after")}{mask-image:url("${two}")}`;
}

const roles = (colours: Colours) => named("--color-", colours);
const plain = (colours: Colours) => named("--", colours);

function named(prefix: string, colours: Colours): Colours {
  return Object.fromEntries(Object.entries(colours).map(([role, colour]) => [prefix + role, colour]));
}

function rule(selector: string, declarations: Record<string, string>): string {
  const written = Object.entries(declarations).map(([name, value]) => `${name}:${value}`);
  return written.length > 0 ? `${selector}{${written.join(";")}}` : "";
}

/** Not in the dark, where rules outside the layers would win over the shop's own. */
function inTheLight(rules: string): string {
  return rules && `@media print,(prefers-color-scheme:light){${rules}}`;
}

/** On screens only: prints use the light scheme. */
function inTheDark(rules: string): string {
  return rules && `@media screen and (prefers-color-scheme:dark){${rules}}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
