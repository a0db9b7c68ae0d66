import { mix } from "#covers/colour.ts";
import { chooseEmblem } from "#covers/choose-emblem.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, margin, measure, pageHeight, pageWidth } from "#covers/page.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";
import { setText } from "#covers/type/set-text.ts";

/** The space between the emblem and its shadow. */
const shift = 20;

/**
 * An enormous emblem with a hatched shadow, and the whole title at its foot. A title of one letter or a number is its
 * own emblem.
 */
export function drawMonogram(plan: CoverPlan): string {
  const { palette, key } = plan;
  const author = setAuthor(plan, measure(1040, pageHeight - margin), { fill: palette.ink, valign: "bottom" });
  const title = setTitle(plan, measure(780, author.ink.y - 48), { fill: palette.ink, valign: "bottom", maxSize: 96 });
  const hatching = `url(#h${key})`;
  const box = { x: 60, y: 90, width: 680, height: Math.min(640, title.ink.y - 150) };
  const mark = ownEmblem(plan.title);
  const draw = mark === undefined ? drawEmblem : drawLetter(mark);
  function drawEmblem(down: number, accent: string, ink: string): string {
    return emblem(pageWidth / 2 + down, box.y + box.height / 2 + down, box.height * 0.44, accent, ink);
  }
  function drawLetter(letter: string) {
    return (down: number, fill: string) =>
      setText(
        letter,
        { ...box, x: box.x + down, y: box.y + down },
        {
          face: plan.face,
          maxSize: 1400,
          align: "center",
          valign: "middle",
          maxLines: 1,
          isOrnament: true,
          fill,
        },
      ).svg;
  }
  const emblem = chooseEmblem(plan);
  return [
    ground(palette.ground),
    `<defs><pattern id="h${key}" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 2H9" stroke="${mix(palette.ground, palette.ink, 0.6)}" stroke-width="2.6"/></pattern></defs>`,
    draw(shift, hatching, hatching),
    draw(0, palette.accent, palette.ink),
    title.svg,
    author.svg,
  ].join("");
}

/** A title of one letter or a number; undefined for other titles. */
export function ownEmblem(title: string): string | undefined {
  return /^(\p{L}\p{M}*|\p{N}{1,4})[.!?]?$/u.exec(title)?.[1];
}
