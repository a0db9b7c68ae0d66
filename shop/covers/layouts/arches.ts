import { mix } from "#shop/covers/colour.ts";
import type { CoverPlan } from "#shop/covers/cover-plan.ts";
import { circle, ground, measure, n, pageHeight, path } from "#shop/covers/page.ts";
import { setAuthor, setSeries, setTitle, titleFloor } from "#shop/covers/set-parts.ts";

/** Doorway behind doorway, the colour deepening towards the last one. */
export function drawArches(plan: CoverPlan): string {
  const { palette, shared, own } = plan;
  const title = setTitle(plan, measure(96, titleFloor(plan, 440), 84), { fill: palette.ink, align: "center", maxSize: 120 });
  const author = setAuthor(plan, measure(title.ink.y + title.ink.height + 44, title.ink.y + title.ink.height + 116, 84), { fill: palette.ink, align: "center", maxSize: 38 });
  const top = Math.max(author.ink.y + author.ink.height + 60, 520);
  const arch = shared.pick([round, pointed, ogee]);
  const count = shared.whole(4, 6);
  const step = 250 / count;
  const doors: string[] = [];
  for (let i = 0; i < count; i++) {
    const share = i / (count - 1);
    const fill = i === count - 1 ? palette.ink : i % 2 ? mix(palette.ground, palette.accent, 0.25 + 0.4 * share) : mix(palette.accent, palette.ink, 0.5 * share);
    const inset = 92 + i * step;
    doors.push(path(arch(inset, 800 - inset, top + i * step * 1.15), `fill="${fill}"`));
  }
  const inner = 92 + (count - 1) * step;
  const light = circle(400, top + (count - 1) * step * 1.15 + (800 - 2 * inner) * own.between(0.62, 0.95), (400 - inner) * 0.42, `fill="${own.next() < 0.5 ? palette.ground : palette.accent}"`);
  return [ground(palette.ground), ...doors, light, setSeries(plan, measure(46, 76), { fill: palette.ink, align: "center" }), title.svg, author.svg].join("");
}

function round(left: number, right: number, top: number): string {
  const r = (right - left) / 2;
  return `M${n(left)} ${pageHeight}V${n(top + r)}A${n(r)} ${n(r)} 0 0 1 ${n(right)} ${n(top + r)}V${pageHeight}Z`;
}

function pointed(left: number, right: number, top: number): string {
  const r = right - left;
  const spring = n(top + r * 0.8);
  return `M${n(left)} ${pageHeight}V${spring}A${n(r)} ${n(r)} 0 0 1 400 ${n(top)}A${n(r)} ${n(r)} 0 0 1 ${n(right)} ${spring}V${pageHeight}Z`;
}

function ogee(left: number, right: number, top: number): string {
  const w = (right - left) / 2;
  const spring = top + w * 1.25;
  return `M${n(left)} ${pageHeight}V${n(spring)}C${n(left)} ${n(top + w * 0.55)} ${n(400 - w * 0.22)} ${n(top + w * 0.5)} 400 ${n(top)}C${n(400 + w * 0.22)} ${n(top + w * 0.5)} ${n(right)} ${n(top + w * 0.55)} ${n(right)} ${n(spring)}V${pageHeight}Z`;
}
