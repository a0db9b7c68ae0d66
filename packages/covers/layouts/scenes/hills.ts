import { mix, readableOn } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, measure, n, pageHeight, pageWidth, path, rect } from "#covers/page.ts";
import { petal } from "#covers/patterns/block-print.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";

/** Top of the strip at the foot on which the author is named. */
const strip = 1088;

/** Cut-paper hills with printed trees under a wide sky. */
export function drawHills(plan: CoverPlan): string {
  const { palette, own } = plan;
  const title = setTitle(plan, measure(96, 500, 60), { fill: palette.ink, align: "center", maxSize: 158 });
  const foot = Math.max(title.ink.y + title.ink.height, 330);
  const tints = [
    mix(palette.ground, palette.accent, 0.35),
    mix(palette.ground, palette.ink, 0.42),
    palette.accent,
    palette.ink,
  ];
  const sun = own.pick([160, 400, 640]);
  const first = foot + 210;
  const hills = tints.map((fill, i) => {
    const y = first + ((1044 - first) * i) / 3;
    const [phase, pace, tall] = [own.between(0, 6.28), own.between(1.2, 2.2), i === 3 ? 26 : 64];
    function edge(x: number): number {
      return y + tall * Math.sin(phase + (x / pageWidth) * Math.PI * pace);
    }
    const points = Array.from({ length: 41 }, (_, step) => `${step * 20} ${n(edge(step * 20))}`);
    return grove(plan, i, edge) + path(`M${points.join("L")}V${pageHeight}H0Z`, `fill="${fill}"`);
  });
  const author = setAuthor(plan, measure(strip + 8, 1184, 40), {
    fill: readableOn(palette.ink, [palette.ground, "#ffffff"]),
    align: "center",
    valign: "middle",
    maxSize: 64,
    caps: false,
    tracking: 0.01,
  });
  return [
    ground(palette.ground),
    circle(sun, foot + 190, 118, `fill="${palette.accent}"`),
    ...hills,
    title.svg,
    rect({ x: 0, y: strip, width: pageWidth, height: pageHeight - strip }, `fill="${palette.ink}"`),
    author.svg,
  ].join("");
}

/** Trees standing on a hill: leaf-shaped crowns with a slit for the trunk. */
function grove({ palette, own }: CoverPlan, layer: number, edge: (x: number) => number): string {
  if (layer === 3) return "";
  const inks = [
    [palette.ink, palette.ground],
    [palette.accent, palette.ground],
    [palette.ink, palette.ground],
  ] as const;
  const [crown, slit] = inks[layer]!;
  const trees: string[] = [];
  let x = own.between(40, 190);
  while (x < 770) {
    const tall = own.between(90, 150) * (0.7 + layer * 0.28);
    const y = edge(x) + 12;
    trees.push(
      path(petal(x, y - tall * 0.06, tall, tall * 0.34, 0), `fill="${crown}"`),
      path(
        `M${n(x)} ${n(y)}V${n(y - tall * 0.7)}M${n(x)} ${n(y - tall * 0.3)}l${n(tall * 0.12)} ${n(-tall * 0.12)}M${n(x)} ${n(y - tall * 0.42)}l${n(-tall * 0.12)} ${n(-tall * 0.12)}`,
        `stroke="${slit}" stroke-width="4.5" fill="none" stroke-linecap="round"`,
      ),
      path(`M${n(x)} ${n(y + 10)}V${n(y - tall * 0.14)}`, `stroke="${crown}" stroke-width="6"`),
    );
    x += own.between(90, 260);
  }
  return trees.join("");
}
