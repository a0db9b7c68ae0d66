import type { SeededRandom } from "#covers/seeded-random.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, margin, measure, n, pageHeight, pageWidth, path } from "#covers/page.ts";
import { petal } from "#covers/patterns/block-print.ts";
import { setAuthor, setSeries, setTitle } from "#covers/set-parts.ts";

/** Almost nothing: a title, much paper, one mark. */
export function drawQuiet(plan: CoverPlan): string {
  const { palette, shared, own } = plan;
  const mark = shared.pick([moon, phases, branch, ripples, branch]);
  const title = setTitle(plan, measure(margin + 8, 430), { fill: palette.ink, maxSize: 108 });
  const author = setAuthor(plan, measure(1060, pageHeight - margin), { fill: palette.ink, valign: "bottom" });
  const below = title.ink.y + title.ink.height + 30;
  return [
    ground(palette.ground),
    mark(palette.accent, palette.ink, own.between(-1, 1), own),
    setSeries(plan, measure(below, below + 30), { fill: palette.ink }),
    title.svg,
    author.svg,
  ].join("");
}

function moon(accent: string, ink: string, lean: number): string {
  return (
    circle(500 + lean * 50, 760, 158, `fill="${accent}"`) + path("M72 985H728", `stroke="${ink}" stroke-width="2"`)
  );
}

/** The waxing and waning moon in a row. */
function phases(accent: string, _ink: string): string {
  const [y, reach, pitch] = [800, 54, 131];
  return [-1, -0.45, 0, 0.45, 1]
    .map((phase, i) => {
      const x = margin + reach + i * pitch;
      const bulge = n(reach * Math.abs(1 - 2 * Math.abs(phase)));
      const limb = phase > 0 ? 1 : 0;
      if (phase === 0) return circle(x, y, reach, `fill="${accent}"`);
      if (Math.abs(phase) === 1) return circle(x, y, reach - 2, `fill="none" stroke="${accent}" stroke-width="4"`);
      return path(
        `M${n(x)} ${n(y - reach)}A${reach} ${reach} 0 0 ${limb} ${n(x)} ${n(y + reach)}A${bulge} ${reach} 0 0 ${1 - limb} ${n(x)} ${n(y - reach)}Z`,
        `fill="${accent}"`,
      );
    })
    .join("");
}

/** A single branch leaning in from the foot of the page, with one fallen leaf. */
function branch(accent: string, ink: string, lean: number, random: SeededRandom): string {
  const isMirrored = random.next() < 0.5;
  const count = random.whole(6, 11);
  const broad = random.between(0.16, 0.27);
  const long = random.between(100, 150);
  function across(x: number): number {
    return isMirrored ? pageWidth - x : x;
  }
  const [sx, sy, cx, cy, ex, ey] = [
    across(700),
    1030,
    across(660 + lean * 40),
    760 + lean * 60,
    across(430 + lean * 90),
    570 + lean * 30,
  ];
  const leaves = Array.from({ length: count }, (_, i) => {
    const t = (i + 1) / count;
    const x = (1 - t) ** 2 * sx + 2 * t * (1 - t) * cx + t * t * ex;
    const y = (1 - t) ** 2 * sy + 2 * t * (1 - t) * cy + t * t * ey;
    const heading = Math.atan2((1 - t) * (cx - sx) + t * (ex - cx), -((1 - t) * (cy - sy) + t * (ey - cy)));
    const size = long * (1 - 0.35 * t);
    return petal(x, y, size, size * broad, i === count - 1 ? heading : heading + (i % 2 ? 0.8 : -0.8));
  });
  const stem = `M${n(sx)} ${sy}Q${n(cx)} ${n(cy)} ${n(ex)} ${n(ey)}`;
  return (
    path(stem, `fill="none" stroke="${ink}" stroke-width="4"`) +
    path(leaves.join(""), `fill="${accent}"`) +
    path(petal(across(250 + lean * 60), 985, 84, 18, isMirrored ? -1.25 : 1.25), `fill="${ink}"`)
  );
}

/** Rings on still water under a small sun. */
function ripples(accent: string, ink: string, lean: number): string {
  const x = 470 + lean * 60;
  const rings = [1, 2, 3, 4, 5, 6].map(
    (i) =>
      `<ellipse cx="${n(x)}" cy="880" rx="${i * 38 + i * i * 2}" ry="${n(i * 9.5 + i * i * 0.5)}" stroke-width="${n(4.6 - i * 0.5)}"/>`,
  );
  return `<g fill="none" stroke="${ink}">${rings.join("")}</g>${circle(x, 690, 62, `fill="${accent}"`)}`;
}
