import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, measure, pageHeight } from "#covers/page.ts";
import { drawFern, drawPot, drawTree } from "#covers/patterns/plants.ts";
import { setAuthor, setTitle, titleFloor } from "#covers/set-parts.ts";

/** A plant in the style of a woodblock print, as tall as the space below the title. */
export function drawBotanical(plan: CoverPlan): string {
  const { palette, own } = plan;
  const author = setAuthor(plan, measure(1030, pageHeight - 62), {
    fill: palette.ink,
    align: "center",
    valign: "bottom",
  });
  const title = setTitle(plan, measure(108, titleFloor(plan, 430), 80), {
    fill: palette.ink,
    align: "center",
    valign: "top",
    maxSize: 122,
  });
  const plant = choosePlant(plan);
  const foot = author.ink.y - 58;
  const top = title.ink.y + title.ink.height + 64;
  return [ground(palette.ground), plant({ foot, top, palette, random: own }), title.svg, author.svg].join("");
}

/** The kind of plant on a book's cover. */
export function choosePlant({ shared }: CoverPlan) {
  return shared.pick([drawTree, drawFern, drawPot]);
}
