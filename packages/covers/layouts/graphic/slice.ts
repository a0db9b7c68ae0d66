import { readableOn } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, n, pageHeight, pageWidth, path } from "#covers/page.ts";
import { setAuthor } from "#covers/set-parts.ts";
import { countHanging } from "#covers/type/break-lines.ts";
import type { SetText } from "#covers/type/set-text.ts";
import { setTextBlock } from "#covers/type/set-text-block.ts";

const edge = 56;
const slip = 28;

/** A block of tall capitals, cut through its largest suitable line, with the lower part shifted sideways. */
export function drawSlice(plan: CoverPlan): string {
  const { palette, own, key } = plan;
  const author = setAuthor(
    plan,
    { x: edge, y: 1060, width: pageWidth - 2 * edge, height: 84 },
    { fill: palette.ink, valign: "bottom", maxSize: 46, tracking: 0.06 },
  );
  const top = 72;
  const box = { x: edge, y: top, width: pageWidth - 2 * edge - slip, height: author.ink.y - 80 - top };
  const bright = readableOn(palette.ground, [palette.accent, palette.ink]);
  const upper = centred(setTextBlock(plan.title, box, { face: "condensed", fill: palette.ink }), box.y, box.height);
  const lower = centred(
    setTextBlock(plan.title, { ...box, x: box.x + slip }, { face: "condensed", fill: bright, isOrnament: true }),
    box.y,
    box.height,
  );
  const largest = upper
    .filter((line) => countHanging([...line.lines, ""]) === 0)
    .reduce<SetText | null>((best, line) => (best && best.ink.height >= line.ink.height ? best : line), null);
  const tall = largest?.ink.height ?? 200;
  const middle = largest ? largest.ink.y + largest.ink.height * own.between(0.44, 0.56) : 600;
  const lean = own.pick([-1, 1]) * Math.min(tall * own.between(0.16, 0.28), 90);
  const [left, right] = [middle + lean, middle - lean];
  return [
    ground(palette.ground),
    `<defs><clipPath id="a${key}"><path d="M0 0H${pageWidth}V${n(right - 4)}L0 ${n(left - 4)}Z"/></clipPath><clipPath id="b${key}"><path d="M0 ${n(left + 4)}L${pageWidth} ${n(right + 4)}V${pageHeight}H0Z"/></clipPath></defs>`,
    `<g clip-path="url(#a${key})">${upper.map((line) => line.svg).join("")}</g><g clip-path="url(#b${key})">${lower.map((line) => line.svg).join("")}</g>`,
    path(`M0 ${n(left)}L${pageWidth} ${n(right)}`, `stroke="${palette.accent}" stroke-width="3"`),
    author.svg,
  ].join("");
}

/** Moves lines that do not fill the height down by a third of the free space. */
function centred(lines: SetText[], top: number, height: number): SetText[] {
  const last = lines.at(-1);
  if (!last) return lines;
  const slack = top + height - last.ink.y - last.ink.height;
  return lines.map((line) => line.moved(slack / 3));
}
