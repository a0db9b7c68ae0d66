import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, measure, n, pageHeight, pageWidth, path } from "#covers/page.ts";
import { latticeTile } from "#covers/patterns/lattice.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";

/** A pierced stone screen with a cusped arch, and the book's name in the opening. */
export function drawJali(plan: CoverPlan): string {
  const { palette, shared } = plan;
  const id = `j${plan.key}`;
  const screen = mix(palette.ground, palette.accent, 0.16);
  const author = setAuthor(plan, measure(910, 1040, 168), {
    fill: palette.ink,
    align: "center",
    valign: "bottom",
    maxSize: 44,
  });
  const title = setTitle(plan, measure(430, author.ink.y - 60, 164), {
    fill: palette.ink,
    align: "center",
    valign: "middle",
    maxSize: 150,
  });
  return [
    ground(screen),
    `<defs>${latticeTile(id, shared.pick([80, 100, 133.333]), palette.accent, mix(palette.ink, palette.accent, 0.25), 3.5)}</defs>`,
    `<rect width="${pageWidth}" height="${pageHeight}" fill="url(#${id})"/>`,
    path(
      arch(112, 1100, 190, 5),
      `fill="${palette.ground}" stroke="${palette.ground}" stroke-width="34" stroke-linejoin="round"`,
    ),
    path(arch(112, 1100, 190, 5), `fill="${palette.ground}" stroke="${palette.accent}" stroke-width="4"`),
    path(arch(128, 1084, 214, 5), `fill="none" stroke="${palette.accent}" stroke-width="1.5"`),
    title.svg,
    author.svg,
  ].join("");
}

/** A cusped (multifoil) arch standing on `bottom`, its point at `top`. */
function arch(inset: number, bottom: number, top: number, cusps: number): string {
  const left = inset;
  const centre = pageWidth / 2;
  const spring = top + 280;
  const points = Array.from({ length: cusps + 1 }, (_, i) => {
    const angle = (Math.PI / 2) * (i / cusps);
    return [left + (centre - left) * (1 - Math.cos(angle)), spring - (spring - top) * Math.sin(angle) ** 0.92] as const;
  });
  const up = points.slice(1).map(([x, y], i) => {
    const reach = Math.hypot(x - points[i]![0], y - points[i]![1]) * 0.56;
    return `A${n(reach)} ${n(reach)} 0 0 1 ${n(x)} ${n(y)}`;
  });
  const down = points
    .slice(0, -1)
    .toReversed()
    .map(([x, y], i, all) => {
      const from = i === 0 ? points.at(-1)! : all[i - 1]!;
      const reach = Math.hypot(x - from[0], y - from[1]) * 0.56;
      return `A${n(reach)} ${n(reach)} 0 0 1 ${n(pageWidth - x)} ${n(y)}`;
    });
  return `M${left} ${bottom}V${spring}${up.join("")}${down.join("")}V${bottom}H${left}Z`;
}
