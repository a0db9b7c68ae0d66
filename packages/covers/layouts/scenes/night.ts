import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, measure, n, pageHeight, pageWidth, path, rect } from "#covers/page.ts";
import type { Palette } from "#covers/palettes.ts";
import { star } from "#covers/patterns/lattice.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";

/** A night sky with a crescent and stars of many sizes, above a title on a dark ground. */
export function drawNight(plan: CoverPlan): string {
  const { palette, own } = plan;
  const sky = palette.ink;
  const author = setAuthor(plan, measure(1030, pageHeight - 64, 64), { fill: palette.ink, valign: "bottom" });
  const title = setTitle(plan, measure(660, author.ink.y - 54, 64), {
    fill: palette.ink,
    valign: "bottom",
    maxSize: 140,
  });
  const edge = Math.min(title.ink.y - 70, 600);
  const [x, y, reach] = [own.pick([250, 400, 540]), edge * 0.48, Math.min(edge * 0.3, 165)];
  const bite = own.pick([-1, 1]);
  const lights = Array.from({ length: 26 }, (_, i) => {
    const [sx, sy] = [own.between(30, 770), own.between(30, edge - 40)];
    // Away from the moon, and from the dark disc that makes it a crescent.
    if (Math.hypot(sx - x - bite * reach * 0.3, sy - y + reach * 0.14) < reach * 1.5) return "";
    const size = i % 5 === 0 ? own.between(20, 32) : own.between(6, 12);
    return path(
      star(sx, sy, i % 5 === 0 ? 5 : 4, size, size * 0.42),
      `fill="${i % 5 === 0 ? palette.accent : palette.ground}"`,
    );
  });
  const swell = Array.from({ length: 9 }, (_, i) => `q${n(pageWidth / 18)} ${i % 2 ? 34 : -34} ${n(pageWidth / 9)} 0`);
  return [
    ground(palette.ground),
    rect({ x: 0, y: 0, width: pageWidth, height: edge }, `fill="${sky}"`),
    ...lights,
    crescent(x, y, reach, bite, palette),
    path(`M0 ${n(edge)}${swell.join("")}V${n(edge + 60)}H0Z`, `fill="${mix(palette.ground, palette.accent, 0.5)}"`),
    path(`M0 ${n(edge + 26)}${swell.join("")}V${n(edge + 90)}H0Z`, `fill="${palette.ground}"`),
    title.svg,
    author.svg,
  ].join("");
}

/** A moon with a bite out of its right side, or with -1 out of its left. */
export function crescent(x: number, y: number, reach: number, bite: number, { accent, ink }: Palette): string {
  return (
    circle(x, y, reach, `fill="${accent}"`) +
    circle(x + bite * reach * 0.46, y - reach * 0.22, reach * 0.86, `fill="${ink}"`)
  );
}
