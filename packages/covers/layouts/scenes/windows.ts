import { hexContrast, mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, margin, measure, n, pageHeight, pageWidth, path, rect } from "#covers/page.ts";
import { setAuthor, setTitle, titleFloor } from "#covers/set-parts.ts";

/** The front of a building at night, with one lit window. */
export function drawWindows(plan: CoverPlan): string {
  const { palette, shared, own } = plan;
  const author = setAuthor(plan, measure(margin, 170), { fill: palette.ink });
  const below = author.ink.y + author.ink.height;
  const title = setTitle(plan, measure(below + 52, titleFloor(plan, 560)), {
    fill: palette.ink,
    maxSize: 132,
  });
  const top = title.ink.y + title.ink.height + 76;
  const columns = shared.pick([4, 5, 6]);
  const arched = shared.next() < 0.6;
  const pitch = (pageWidth - 2 * margin) / columns;
  const [width, height] = [pitch * 0.56, pitch * 0.94];
  const step = pitch * 1.36;
  const rows = Math.max(1, Math.floor((pageHeight - top) / step) + 1);
  const lit = own.whole(0, Math.max(1, Math.min(rows - 1, 3)) * columns - 1);
  const isNight = hexContrast(palette.ground, "#ffffff") > 4.5;
  const wall = isNight ? mix(palette.ground, palette.ink, 0.17) : palette.ink;
  const glass = isNight ? mix(palette.ground, "#000000", 0.3) : mix(palette.ink, palette.ground, 0.17);
  const dark: string[] = [];
  const sills: string[] = [];
  let light = "";
  for (let i = 0; i < rows * columns; i++) {
    const x = margin + (i % columns) * pitch + (pitch - width) / 2;
    const y = top + pitch * 0.42 + Math.floor(i / columns) * step;
    sills.push(`M${n(x - 9)} ${n(y + height + 7)}h${n(width + 18)}`);
    if (i === lit) light = pane(x, y, width, height, arched);
    else dark.push(pane(x, y, width, height, arched));
  }
  return [
    ground(palette.ground),
    rect({ x: margin - 30, y: top, width: pageWidth - 2 * margin + 60, height: pageHeight - top }, `fill="${wall}"`),
    rect({ x: margin - 46, y: top - 16, width: pageWidth - 2 * margin + 92, height: 16 }, `fill="${wall}"`),
    path(sills.join(""), `stroke="${glass}" stroke-width="5"`),
    path(dark.join(""), `fill="${glass}"`),
    path(light, `fill="${palette.accent}"`),
    author.svg,
    title.svg,
  ].join("");
}

function pane(x: number, y: number, width: number, height: number, arched: boolean): string {
  const r = n(width / 2);
  const head = arched
    ? `V${n(y + width / 2)}A${r} ${r} 0 0 1 ${n(x + width)} ${n(y + width / 2)}`
    : `V${n(y)}H${n(x + width)}`;
  return `M${n(x)} ${n(y + height)}${head}V${n(y + height)}Z`;
}
