import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, margin, measure, n, pageHeight, path } from "#covers/page.ts";
import { flower } from "#covers/patterns/block-print.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";

/** A thali seen from above: a rimmed plate with its ring of bowls. */
export function drawThali(plan: CoverPlan): string {
  const { palette } = plan;
  const title = setTitle(plan, measure(96, 430), { fill: palette.ink, align: "center", maxSize: 124 });
  const author = setAuthor(plan, measure(1060, pageHeight - margin + 10), {
    fill: palette.ink,
    align: "center",
    valign: "bottom",
  });
  const below = title.ink.y + title.ink.height;
  const reach = Math.min(320, (author.ink.y - below - 92) / 2);
  const y = (below + author.ink.y) / 2;
  return [ground(palette.ground), thali(400, y, reach, plan), title.svg, author.svg].join("");
}

/** A rimmed plate with its bowls. */
export function thali(x: number, y: number, reach: number, { palette, own }: CoverPlan): string {
  const bowls = own.whole(5, 7);
  const fills = [
    palette.ink,
    palette.ground,
    mix(palette.accent, palette.ink, 0.5),
    mix(palette.accent, palette.ground, 0.55),
  ];
  const ring = Array.from({ length: bowls }, (_, i) => {
    const angle = own.between(-0.02, 0.02) + (2 * Math.PI * i) / bowls - Math.PI / 2;
    const [bx, by, size] = [
      x + reach * 0.58 * Math.cos(angle),
      y + reach * 0.58 * Math.sin(angle),
      reach * (bowls > 6 ? 0.205 : 0.24),
    ];
    const fill = fills[i % fills.length]!;
    return (
      circle(bx, by, size, `fill="${palette.ground}"`) +
      circle(bx, by, size * 0.84, `fill="${fill}"`) +
      garnish(i, bx, by, size, fill === palette.ink ? palette.accent : palette.ink)
    );
  });
  return [
    circle(x, y, reach, `fill="${palette.accent}"`),
    circle(x, y, reach * 0.94, `fill="none" stroke="${palette.ground}" stroke-width="3"`),
    circle(
      x,
      y,
      reach * 0.905,
      `fill="none" stroke="${palette.ground}" stroke-width="9" stroke-dasharray="2 ${n(reach * 0.044)}"`,
    ),
    ...ring,
    path(flower(x, y, 12, reach * 0.05, reach * 0.22, reach * 0.045), `fill="${palette.ground}"`),
  ].join("");
}

function garnish(kind: number, x: number, y: number, size: number, fill: string): string {
  if (kind % 3 === 0) return path(flower(x, y, 6, size * 0.08, size * 0.5, size * 0.11), `fill="${fill}"`);
  if (kind % 3 === 1)
    return [0.56, 0.32]
      .map((share) => circle(x, y, size * share, `fill="none" stroke="${fill}" stroke-width="4"`))
      .join("");
  return [
    [-0.3, -0.2],
    [0.25, -0.34],
    [0.34, 0.2],
    [-0.1, 0.36],
    [0, 0],
  ]
    .map(([dx, dy]) => circle(x + dx! * size, y + dy! * size, size * 0.1, `fill="${fill}"`))
    .join("");
}
