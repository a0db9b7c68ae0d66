import { mix, readableOn, textColorOn } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, pageHeight, pageWidth, rect } from "#covers/page.ts";
import { setAuthor, setSubtitle } from "#covers/set-parts.ts";
import type { SetText } from "#covers/type/set-text.ts";
import { setTextBlock } from "#covers/type/set-text-block.ts";

const edge = 46;
const width = pageWidth - 2 * edge;
const floor = 1078;

/** The title as a block of capitals; below a short one lies a pile of books. */
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
  if (foot < 800) return drawPile(plan, wall, foot);
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

/** Below a short title, a coloured field with subtitle and author, and a pile of books up from the foot. */
function drawPile(plan: CoverPlan, wall: SetText[], foot: number): string {
  const { palette, own } = plan;
  const words = textColorOn(palette.accent, palette);
  const field = foot + 34;
  const subtitle = setSubtitle(plan, { x: edge, y: field + 40, width, height: 130 }, { fill: words, maxSize: 50 });
  const below = subtitle.svg ? subtitle.ink.y + subtitle.ink.height + 34 : field + 42;
  const author = setAuthor(
    plan,
    { x: edge, y: below, width, height: 110 },
    { fill: words, valign: "top", maxSize: 46, tracking: 0.05 },
  );
  const room = pageHeight - author.ink.y - author.ink.height - 60;
  const inks = [palette.ink, palette.ground, mix(palette.ink, palette.accent, 0.5)];
  const books: string[] = [];
  let high = 0;
  for (let i = 0; high < room * 0.9; i += 1) {
    const thick = Math.min(own.whole(44, 96), Math.max(room - high, 30));
    const long = own.whole(400, 610);
    const box = {
      x: (pageWidth - long) / 2 + own.whole(-52, 52),
      y: pageHeight - high - thick,
      width: long,
      height: thick,
    };
    high += thick;
    const cloth = inks[i % inks.length]!;
    const band = { ...box, x: box.x + long * 0.1, width: 14 };
    books.push(
      rect(box, `fill="${cloth}"`),
      ...[band, { ...band, x: box.x + long * 0.9 - 14 }].map((each) => rect(each, `fill="${palette.accent}"`)),
    );
  }
  return [
    ground(palette.ground),
    rect({ x: 0, y: field, width: pageWidth, height: pageHeight - field }, `fill="${palette.accent}"`),
    ...books,
    ...wall.map((line) => line.svg),
    subtitle.svg,
    author.svg,
  ].join("");
}
