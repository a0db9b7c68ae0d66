import { mix, readableOn } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, margin, pageHeight, path, rect } from "#covers/page.ts";
import { flower } from "#covers/patterns/block-print.ts";
import { star } from "#covers/patterns/lattice.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";
import { setText } from "#covers/type/set-text.ts";

const column = 236;
const text = { x: column + 48, width: 800 - column - 48 - margin };

/** A coloured column with the number of the book, and that many figures next to it. */
export function drawNumeral(plan: CoverPlan): string {
  const { palette } = plan;
  const figure = readableOn(palette.ink, [palette.accent, palette.ground]);
  const position = plan.position ?? 1;
  const title = setTitle(plan, { ...text, y: margin, height: 520 }, { fill: palette.ink, maxSize: 122 });
  const author = setAuthor(
    plan,
    { ...text, y: 1030, height: pageHeight - margin - 1030 },
    { fill: palette.ink, valign: "bottom", maxSize: 44 },
  );
  const side = { x: 34, width: column - 62 };
  return [
    ground(palette.ground),
    tally(plan, Math.min(Math.max(Math.ceil(position), 1), 12), title.ink.y + title.ink.height + 60, author.ink.y - 60),
    rect({ x: 0, y: 0, width: column, height: pageHeight }, `fill="${palette.ink}"`),
    setText(
      String(position),
      { ...side, y: 760, height: pageHeight - margin - 760 },
      { face: plan.face, fill: figure, maxSize: 420, maxLines: 1, valign: "bottom" },
    ).svg,
    title.svg,
    author.svg,
  ].join("");
}

type Unit = (x: number, y: number, reach: number, fill: string, gap: string) => string;

/** The figures that are repeated once for each volume. */
const units: Unit[] = [
  (x, y, reach, fill) => circle(x, y, reach, `fill="${fill}"`),
  (x, y, reach, fill) => path(star(x, y, 8, reach, reach * 0.765), `fill="${fill}"`),
  (x, y, reach, fill, gap) =>
    path(flower(x, y, 8, reach * 0.12, reach, reach * 0.2), `fill="${fill}"`) +
    circle(x, y, reach * 0.2, `fill="${gap}"`) +
    circle(x, y, reach * 0.11, `fill="${fill}"`),
  (x, y, reach, fill, gap) =>
    [1, 0.76, 0.52, 0.28].map((share, i) => circle(x, y, reach * share, `fill="${i % 2 ? gap : fill}"`)).join(""),
  (x, y, reach, fill, gap) =>
    circle(x, y, reach, `fill="${fill}"`) + path(star(x, y, 8, reach * 0.82, reach * 0.44), `fill="${gap}"`),
];

function tally({ palette, shared }: CoverPlan, count: number, top: number, bottom: number): string {
  const rows = Math.ceil(Math.sqrt(count));
  const columns = Math.ceil(count / rows);
  const cell = Math.min(text.width / columns, (bottom - top) / rows, 340);
  if (cell < 24) return "";
  const unit = shared.pick(units);
  const lowest = bottom - cell / 2;
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [text.x + cell * ((i % columns) + 0.5), lowest - Math.floor(i / columns) * cell];
    return unit(
      x,
      y,
      cell * 0.46,
      i === count - 1 ? palette.accent : mix(palette.ground, palette.ink, 0.86),
      palette.ground,
    );
  }).join("");
}
