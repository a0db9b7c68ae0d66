import { hexContrast, mix, readableOn, textColorOn } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, n, pageHeight, pageWidth, rect } from "#covers/page.ts";
import { setAuthor, setSubtitle } from "#covers/set-parts.ts";
import type { SetText } from "#covers/type/set-text.ts";
import { setTextBlock } from "#covers/type/set-text-block.ts";

const edge = 46;
const width = pageWidth - 2 * edge;
const floor = 1078;

/** The title as a block of capitals; a short one is repeated down a coloured area. */
export function drawStack(plan: CoverPlan): string {
  const { palette, own } = plan;
  const top = edge + 4;
  const wall = setTextBlock(
    plan.title,
    { x: edge, y: top, width, height: floor - 70 - top - (plan.subtitle ? 60 : 0) },
    { face: "condensed", fill: palette.ink },
  );
  const last = wall.at(-1);
  const foot = last ? last.ink.y + last.ink.height : top;
  if (foot < 800) return drawEcho(plan, wall, foot);
  const bright = readableOn(palette.ground, [palette.accent, palette.ink]);
  const accented = wall.length > 1 ? own.whole(0, wall.length - 1) : -1;
  const author = setAuthor(
    plan,
    { x: edge, y: floor, width, height: 76 },
    { fill: bright, valign: "bottom", maxSize: 48, tracking: 0.05 },
  );
  const subtitle = setSubtitle(
    plan,
    { x: edge, y: foot + 34, width, height: author.ink.y - foot - 74 },
    { fill: palette.ink, maxSize: 50 },
  );
  return [
    ground(palette.ground),
    ...wall.map((line, i) => (i === accented ? line.svg.replace(palette.ink, bright) : line.svg)),
    subtitle.svg,
    author.svg,
  ].join("");
}

function drawEcho(plan: CoverPlan, wall: SetText[], foot: number): string {
  const { palette, key } = plan;
  const words = textColorOn(palette.accent, palette);
  const field = foot + 34;
  const subtitle = setSubtitle(plan, { x: edge, y: field + 40, width, height: 130 }, { fill: words, maxSize: 50 });
  const below = subtitle.svg ? subtitle.ink.y + subtitle.ink.height + 34 : field + 42;
  const author = setAuthor(
    plan,
    { x: edge, y: below, width, height: 110 },
    { fill: words, valign: "top", maxSize: 46, tracking: 0.05 },
  );
  const start = author.ink.y + author.ink.height + 46;
  const first = wall[0]?.ink.y ?? 0;
  const pitch = foot - first + 22;
  const tone = mix(palette.accent, hexContrast(palette.accent, "#000000") > 5 ? "#000000" : "#ffffff", 0.1);
  const shape = wall.map((line) => line.svg.replace(' class="t"', "").replace(/ fill="[^"]*"/, "")).join("");
  const copies = Array.from(
    { length: wall.length === 0 ? 0 : Math.ceil((pageHeight - start) / pitch) },
    (_, i) => `<use href="#e${key}" y="${n(start - first + i * pitch)}"/>`,
  );
  return [
    ground(palette.ground),
    rect({ x: 0, y: field, width: pageWidth, height: pageHeight - field }, `fill="${palette.accent}"`),
    `<defs><g id="e${key}">${shape}</g></defs><g fill="${tone}">${copies.join("")}</g>`,
    ...wall.map((line) => line.svg),
    subtitle.svg,
    author.svg,
  ].join("");
}
