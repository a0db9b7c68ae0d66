import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, margin, measure, n, pageHeight, pageWidth, path, rect } from "#covers/page.ts";
import { setAuthor, setTitle, titleFloor } from "#covers/set-parts.ts";

/** A plain statement in large type over a rule, and one bold figure. */
export function drawSwiss(plan: CoverPlan): string {
  const { palette, shared, own } = plan;
  const title = setTitle(plan, measure(margin + 38, titleFloor(plan, 560)), {
    fill: palette.ink,
    maxSize: 148,
    leading: 0.98,
  });
  const author = setAuthor(plan, measure(1030, pageHeight - margin), { fill: palette.ink, valign: "bottom" });
  const below = title.ink.y + title.ink.height;
  const top = below + 70;
  const bottom = author.ink.y - 60;
  return [
    ground(palette.ground),
    rect({ x: margin, y: 60, width: pageWidth - 2 * margin, height: 12 }, `fill="${palette.ink}"`),
    shared.pick([oneOfMany, stairs, lens, rising, turning])(plan, top, bottom, own.next()),
    title.svg,
    author.svg,
  ].join("");
}

function oneOfMany({ palette }: CoverPlan, top: number, bottom: number, random: number): string {
  const columns = 6;
  const pitch = (pageWidth - 2 * margin) / columns;
  const rows = Math.max(1, Math.floor((bottom - top) / pitch));
  const chosen = Math.floor(random * rows * columns);
  return Array.from({ length: rows * columns }, (_, i) => {
    const [x, y] = [margin + pitch * ((i % columns) + 0.5), bottom - pitch * (Math.floor(i / columns) + 0.5)];
    return circle(
      x,
      y,
      pitch * (i === chosen ? 0.46 : 0.36),
      `fill="${i === chosen ? palette.accent : mix(palette.ground, palette.ink, 0.9)}"`,
    );
  }).join("");
}

function stairs({ palette }: CoverPlan, top: number, bottom: number, random: number): string {
  const steps = 5 + Math.floor(random * 3);
  const [wide, tall] = [(pageWidth - margin) / steps, (bottom - top) / steps];
  const blocks = Array.from({ length: steps }, (_, i) =>
    rect(
      { x: margin + i * wide, y: bottom - (i + 1) * tall, width: wide + 0.5, height: (i + 1) * tall },
      `fill="${i === steps - 1 ? palette.accent : mix(palette.accent, palette.ink, 1 - (i + 1) / (steps + 1))}"`,
    ),
  );
  return blocks.join("");
}

function lens({ palette }: CoverPlan, top: number, bottom: number, random: number): string {
  const apart = (pageWidth / 2 - margin) * (0.3 + random * 0.1);
  const reach = Math.min((bottom - top) / 2, pageWidth / 2 - margin - apart);
  const y = (top + bottom) / 2;
  const half = Math.sqrt(reach * reach - apart * apart);
  const overlap = `M400 ${n(y - half)}A${n(reach)} ${n(reach)} 0 0 1 400 ${n(y + half)}A${n(reach)} ${n(reach)} 0 0 1 400 ${n(y - half)}Z`;
  return (
    circle(400 - apart, y, reach, `fill="${palette.accent}"`) +
    circle(400 + apart, y, reach, `fill="${mix(palette.accent, palette.ground, 0.5)}"`) +
    path(overlap, `fill="${palette.ink}"`)
  );
}

function rising({ palette }: CoverPlan, top: number, bottom: number): string {
  const rings = 6;
  const reach = Math.min(bottom - top, 656);
  return Array.from({ length: rings }, (_, i) => {
    const r = n((reach * (rings - i)) / rings);
    return path(
      `M${margin} ${n(bottom)}v-${r}A${r} ${r} 0 0 1 ${n(margin + Number(r))} ${n(bottom)}Z`,
      `fill="${i % 2 ? palette.ground : i === 4 ? palette.ink : palette.accent}"`,
    );
  }).join("");
}

function turning({ palette }: CoverPlan, top: number, bottom: number, random: number): string {
  const reach = Math.min((bottom - top) / 2, 300);
  const [x, y, spokes] = [pageWidth - margin - reach, bottom - reach, 12];
  const wedges = Array.from({ length: spokes }, (_, i) => {
    const [from, to] = [0, 0.5].map((half) => random + (2 * Math.PI * (i + half)) / spokes) as [number, number];
    return `M${n(x)} ${n(y)}L${n(x + reach * Math.cos(from))} ${n(y + reach * Math.sin(from))}A${n(reach)} ${n(reach)} 0 0 1 ${n(x + reach * Math.cos(to))} ${n(y + reach * Math.sin(to))}Z`;
  });
  return (
    path(wedges.join(""), `fill="${palette.accent}"`) +
    circle(x, y, reach * 0.3, `fill="${palette.ground}"`) +
    circle(x, y, reach * 0.17, `fill="${palette.ink}"`)
  );
}
