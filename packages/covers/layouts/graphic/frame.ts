import { chooseEmblem } from "#covers/choose-emblem.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, measure, pageHeight, pageWidth, path } from "#covers/page.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";

/** A double hairline frame with cut corners around a centred title and an emblem. */
export function drawFrame(plan: CoverPlan): string {
  const { palette, shared } = plan;
  const emblem = chooseEmblem(plan);
  const cut = shared.pick([0, 34, 34]);
  const author = setAuthor(plan, measure(1000, 1110, 110), {
    fill: palette.ink,
    align: "center",
    valign: "bottom",
  });
  const title = setTitle(plan, measure(150, 600, 116), {
    fill: palette.ink,
    align: "center",
    valign: "middle",
    maxSize: 136,
  });
  const centre = (title.ink.y + title.ink.height + author.ink.y) / 2;
  const reach = Math.min(150, (author.ink.y - title.ink.y - title.ink.height) / 2 - 46);
  return [
    ground(palette.ground),
    path(framePath(40, cut), `fill="none" stroke="${palette.accent}" stroke-width="7"`),
    path(framePath(55, cut), `fill="none" stroke="${palette.accent}" stroke-width="2"`),
    reach > 40 ? emblem(pageWidth / 2, centre, reach, palette.accent, palette.ink) : "",
    title.svg,
    author.svg,
  ].join("");
}

/** A rectangle inset from the page, its corners scooped by quarter circles of radius `cut`. */
function framePath(inset: number, cut: number): string {
  const [left, top, right, bottom] = [inset, inset, pageWidth - inset, pageHeight - inset];
  if (cut === 0) return `M${left} ${top}H${right}V${bottom}H${left}Z`;
  const arc = `A${cut} ${cut} 0 0 0`;
  return `M${left + cut} ${top}H${right - cut}${arc} ${right} ${top + cut}V${bottom - cut}${arc} ${right - cut} ${bottom}H${left + cut}${arc} ${left} ${bottom - cut}V${top + cut}${arc} ${left + cut} ${top}Z`;
}
