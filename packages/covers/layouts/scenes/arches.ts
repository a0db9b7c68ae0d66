import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, measure, n, pageHeight, path } from "#covers/page.ts";
import { setAuthor, setTitle, titleFloor } from "#covers/set-parts.ts";

/** Doorway behind doorway, the colour deepening towards the last one. */
export function drawArches(plan: CoverPlan): string {
  const { palette, shared } = plan;
  const title = setTitle(plan, measure(96, titleFloor(plan, 440), 84), {
    fill: palette.ink,
    align: "center",
    maxSize: 120,
  });
  const author = setAuthor(
    plan,
    measure(title.ink.y + title.ink.height + 44, title.ink.y + title.ink.height + 140, 84),
    { fill: palette.ink, align: "center" },
  );
  const top = Math.max(author.ink.y + author.ink.height + 60, 520);
  const arch = shared.pick([round, pointed, ogee]);
  const count = shared.whole(4, 6);
  const step = 250 / count;
  const doors: string[] = [];
  for (let i = 0; i < count; i++) {
    const share = i / (count - 1);
    const fill =
      i === count - 1
        ? palette.ink
        : i % 2
          ? mix(palette.ground, palette.accent, 0.25 + 0.4 * share)
          : mix(palette.accent, palette.ink, 0.5 * share);
    const inset = 92 + i * step;
    doors.push(path(arch(inset, 800 - inset, top + i * step * 1.15), `fill="${fill}"`));
  }
  const inner = 92 + (count - 1) * step;
  return [
    ground(palette.ground),
    ...doors,
    lights(plan, top + (count - 1) * step * 1.15, inner),
    title.svg,
    author.svg,
  ].join("");
}

/** The lamps in the last doorway, as many as the book's number in its series; one for a single book. */
function lights({ palette, position, own }: CoverPlan, top: number, inner: number): string {
  const count = Math.min(Math.max(Math.ceil(position ?? 1), 1), 7);
  const width = 800 - 2 * inner;
  const first = top + width * own.between(0.62, 0.95);
  const pitch = Math.min(width * 0.56, (pageHeight - 60 - first) / count);
  const reach = Math.min(width * (count > 1 ? 0.17 : 0.21), pitch * 0.4);
  const fill = own.next() < 0.5 ? palette.ground : palette.accent;
  return Array.from({ length: count }, (_, i) => circle(400, first + i * pitch, reach, `fill="${fill}"`)).join("");
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
