import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, measure, n, pageHeight, pageWidth, path } from "#covers/page.ts";
import { flower } from "#covers/patterns/block-print.ts";
import { emblems } from "#covers/patterns/emblems.ts";
import { star } from "#covers/patterns/lattice.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";

/** A double hairline frame with cut corners around a centred title and one ornament. */
export function drawFrame(plan: CoverPlan): string {
  const { palette } = plan;
  const { cut, ornament } = chooseFrame(plan);
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
    reach > 40 ? ornament(pageWidth / 2, centre, reach) : "",
    title.svg,
    author.svg,
  ].join("");
}

/** The corners and the ornament of a book's frame. The books of a series have one ornament after the other. */
export function chooseFrame({ palette, shared, own, position }: CoverPlan) {
  const cut = shared.pick([0, 34, 34]);
  const ornaments = [rosette, sunburst, ...emblems];
  const first = shared.whole(0, ornaments.length - 1);
  const draw = ornaments[(first + Math.floor(position ?? 1) - 1) % ornaments.length] ?? rosette;
  return {
    cut,
    ornament: (x: number, y: number, reach: number) =>
      draw(x, y, reach, palette.accent, palette.ink, own.pick([6, 8, 12])),
  };
}

/** A rectangle inset from the page, its corners scooped by quarter circles of radius `cut`. */
function framePath(inset: number, cut: number): string {
  const [left, top, right, bottom] = [inset, inset, pageWidth - inset, pageHeight - inset];
  if (cut === 0) return `M${left} ${top}H${right}V${bottom}H${left}Z`;
  const arc = `A${cut} ${cut} 0 0 0`;
  return `M${left + cut} ${top}H${right - cut}${arc} ${right} ${top + cut}V${bottom - cut}${arc} ${right - cut} ${bottom}H${left + cut}${arc} ${left} ${bottom - cut}V${top + cut}${arc} ${left + cut} ${top}Z`;
}

function rosette(x: number, y: number, reach: number, accent: string, ink: string, petals: number): string {
  return (
    path(flower(x, y, petals, reach * 0.2, reach, reach * (petals > 8 ? 0.14 : 0.2)), `fill="${accent}"`) +
    path(flower(x, y, petals, reach * 0.24, reach * 0.66, reach * 0.07, Math.PI / petals), `fill="${ink}"`) +
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(reach * 0.12)}" fill="${ink}"/>`
  );
}

function sunburst(x: number, y: number, reach: number, accent: string, ink: string, rays: number): string {
  return (
    path(star(x, y, rays * 2, reach, reach * 0.62), `fill="none" stroke="${ink}" stroke-width="2.5"`) +
    path(star(x, y, rays * 2, reach * 0.86, reach * 0.5), `fill="${accent}"`) +
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(reach * 0.34)}" fill="${ink}"/>`
  );
}
