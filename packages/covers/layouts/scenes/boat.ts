import { mix, readableOn } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, measure, n, pageHeight, pageWidth, path, rect } from "#covers/page.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";

/** Top of the strip at the foot on which the author is named. */
const strip = 1088;

/** A folded paper boat on a sea of scalloped waves. */
export function drawBoat(plan: CoverPlan): string {
  const { palette, own } = plan;
  const title = setTitle(plan, measure(88, 460, 60), { fill: palette.ink, align: "center", maxSize: 150 });
  const foot = title.ink.y + title.ink.height;
  const sea = Math.max(foot + 330, 700);
  const x = own.pick([own.between(250, 330), own.between(470, 550)]);
  const lean = own.between(-7, 7);
  const size = Math.min(230, (sea - foot - 60) * 0.72);
  const tints = [
    mix(palette.ground, palette.ink, 0.35),
    mix(palette.ground, palette.ink, 0.6),
    mix(palette.ground, palette.ink, 0.82),
    palette.ink,
  ];
  const rows = tints.map((fill, row) => {
    const y = sea + ((1040 - sea) * row) / 3;
    const wide = 160;
    const start = -((row % 2) * wide) / 2 - own.between(0, 30);
    const scallops = Array.from({ length: 7 }, () => `q${wide / 2} 78 ${wide} 0`).join("");
    return path(`M${n(start)} ${n(y)}${scallops}V${pageHeight}H${n(start)}Z`, `fill="${fill}"`);
  });
  const author = setAuthor(plan, measure(strip + 8, 1184, 40), {
    fill: readableOn(palette.ink, [palette.ground, "#ffffff"]),
    align: "center",
    valign: "middle",
    caps: false,
    tracking: 0.01,
    maxSize: 64,
  });
  return [
    ground(palette.ground),
    circle(pageWidth - x, foot + 150, Math.min(92, (sea - foot) * 0.24), `fill="${palette.accent}"`),
    rows[0]!,
    paperBoat(x, sea + 74, size, lean, plan),
    ...rows.slice(1),
    title.svg,
    rect({ x: 0, y: strip, width: pageWidth, height: pageHeight - strip }, `fill="${palette.ink}"`),
    author.svg,
  ].join("");
}

/** Hull and sail with the folds of a sheet of paper; `y` is the height of the keel. */
export function paperBoat(x: number, y: number, size: number, lean: number, { palette }: CoverPlan): string {
  const [paper, shade] = [mix(palette.ground, "#ffffff", 0.75), mix(palette.ground, palette.ink, 0.22)];
  const s = size;
  const line = `stroke="${palette.ink}" stroke-width="5" stroke-linejoin="round"`;
  const parts = [
    path(`M0 ${n(-s)}L${n(s * 0.42)} ${n(-s * 0.34)}H${n(-s * 0.42)}Z`, `fill="${palette.accent}" ${line}`),
    path(`M0 ${n(-s)}L${n(s * 0.42)} ${n(-s * 0.34)}H0Z`, `fill="${mix(palette.accent, palette.ink, 0.3)}"`),
    path(
      `M${n(-s * 0.86)} ${n(-s * 0.4)}L0 ${n(-s * 0.28)}L${n(s * 0.86)} ${n(-s * 0.4)}L${n(s * 0.52)} 0H${n(-s * 0.52)}Z`,
      `fill="${paper}" ${line}`,
    ),
    path(`M0 ${n(-s * 0.28)}L${n(s * 0.86)} ${n(-s * 0.4)}L${n(s * 0.52)} 0H0Z`, `fill="${shade}"`),
  ];
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(lean)})">${parts.join("")}</g>`;
}
