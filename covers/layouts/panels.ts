import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, n, pageHeight, pageWidth, path, rect } from "#covers/page.ts";
import { setAuthor, setSeries, setTitle } from "#covers/set-parts.ts";
import type { Box } from "#covers/type/set-text.ts";

const edge = 44;
const gutter = 20;
const inner = pageWidth - 2 * edge;

/** A page of comic panels without people: sky, rain, roofs, stairs, a burst. */
export function drawPanels(plan: CoverPlan): string {
  const { palette, own, key } = plan;
  const head = { x: edge, y: edge, width: inner, height: 372 };
  const pad = { x: head.x + 40, y: head.y + 46, width: head.width - 80, height: head.height - 88 };
  const series = setSeries(plan, { ...pad, y: head.y + 26, height: 26 }, { fill: palette.ground });
  const title = setTitle(
    plan,
    { ...pad, y: pad.y + (series ? 26 : 0), height: pad.height - (series ? 26 : 0) },
    { fill: palette.ground, valign: "middle", maxSize: 150 },
  );
  const author = setAuthor(
    plan,
    { x: edge + 8, y: 1086, width: inner - 16, height: 70 },
    { fill: palette.ink, valign: "bottom", maxSize: 40 },
  );
  const frames = divide(
    head.y + head.height + gutter,
    author.ink.y - 34,
    own.between(0.36, 0.62),
    own.between(0.36, 0.62),
  );
  const start = own.whole(0, scenes.length - 1);
  const drawn = frames.map((box, i) => {
    const scene = scenes[(start + i * 2) % scenes.length]!;
    return `<clipPath id="c${i}${key}">${rect(box, "")}</clipPath><g clip-path="url(#c${i}${key})">${rect(box, `fill="${i % 2 ? palette.accent : mix(palette.ground, palette.accent, 0.22)}"`)}${scene(box, palette.ink, i % 2 ? palette.ground : palette.accent)}</g>${rect(box, `fill="none" stroke="${palette.ink}" stroke-width="6"`)}`;
  });
  return [ground(palette.ground), rect(head, `fill="${palette.ink}"`), ...drawn, series, title.svg, author.svg].join(
    "",
  );
}

function divide(top: number, bottom: number, upper: number, lower: number): Box[] {
  const tall = (bottom - top - gutter) / 2;
  const usable = inner - gutter;
  return [upper, lower].flatMap((share, row) => {
    const y = top + row * (tall + gutter);
    return [
      { x: edge, y, width: usable * share, height: tall },
      { x: edge + usable * share + gutter, y, width: usable * (1 - share), height: tall },
    ];
  });
}

type Scene = (box: Box, ink: string, light: string) => string;
const scenes: Scene[] = [moonlitRoofs, rain, burst, staircase, wire, sea];

function moonlitRoofs({ x, y, width, height }: Box, ink: string, light: string): string {
  const roofs = [0.62, 0.78, 0.54, 0.7, 0.86, 0.66].map(
    (top, i) =>
      `M${n(x + (width * i) / 6)} ${n(y + height)}V${n(y + height * top)}h${n(width / 6 + 1)}V${n(y + height)}Z`,
  );
  return (
    circle(x + width * 0.66, y + height * 0.32, Math.min(width, height) * 0.2, `fill="${light}"`) +
    path(roofs.join(""), `fill="${ink}"`)
  );
}

function rain({ x, y, width, height }: Box, ink: string, light: string): string {
  const drops = Array.from(
    { length: 40 },
    (_, i) =>
      `M${n(x + ((i * 61.8) % 100) * 0.01 * (width + 60))} ${n(y + ((i * 37.7) % 100) * 0.01 * height - 20)}l-16 52`,
  );
  return (
    path(
      `M${n(x)} ${n(y + height * 0.8)}Q${n(x + width / 2)} ${n(y + height * 0.66)} ${n(x + width)} ${n(y + height * 0.8)}V${n(y + height)}H${n(x)}Z`,
      `fill="${light}"`,
    ) + path(drops.join(""), `stroke="${ink}" stroke-width="4.5" stroke-linecap="round"`)
  );
}

function burst({ x, y, width, height }: Box, ink: string, light: string): string {
  const [cx, cy, reach] = [x + width * 0.5, y + height * 0.5, width + height];
  const rays = Array.from({ length: 14 }, (_, i) => {
    const [from, to] = [i, i + 0.45].map((at) => (2 * Math.PI * at) / 14) as [number, number];
    return `M${n(cx)} ${n(cy)}L${n(cx + reach * Math.cos(from))} ${n(cy + reach * Math.sin(from))}L${n(cx + reach * Math.cos(to))} ${n(cy + reach * Math.sin(to))}Z`;
  });
  return path(rays.join(""), `fill="${ink}"`) + circle(cx, cy, Math.min(width, height) * 0.2, `fill="${light}"`);
}

function staircase({ x, y, width, height }: Box, ink: string, light: string): string {
  const steps = Array.from(
    { length: 6 },
    (_, i) =>
      `M${n(x + (width * i) / 6)} ${n(y + height)}V${n(y + height * (0.9 - i * 0.13))}h${n(width / 6 + 1)}V${n(y + height)}Z`,
  );
  return (
    rect({ x: x + width * 0.62, y: y + height * 0.04, width: width * 0.24, height: height * 0.34 }, `fill="${light}"`) +
    path(steps.join(""), `fill="${ink}"`)
  );
}

function wire({ x, y, width, height }: Box, ink: string, light: string): string {
  const lines = [0.3, 0.46, 0.62].map(
    (at) =>
      `M${n(x)} ${n(y + height * at)}Q${n(x + width / 2)} ${n(y + height * (at + 0.14))} ${n(x + width)} ${n(y + height * (at - 0.06))}`,
  );
  return (
    circle(x + width * 0.3, y + height * 0.78, Math.min(width, height) * 0.3, `fill="${light}"`) +
    path(lines.join(""), `fill="none" stroke="${ink}" stroke-width="4.5"`) +
    path(`M${n(x + width * 0.78)} ${n(y)}V${n(y + height)}`, `stroke="${ink}" stroke-width="15"`)
  );
}

function sea({ x, y, width, height }: Box, ink: string, light: string): string {
  const waves = [0.5, 0.66, 0.82].map((at, row) => {
    const crest = width / 4;
    const curls = Array.from({ length: 6 }, () => `q${n(crest / 2)} ${n(-height * 0.16)} ${n(crest)} 0`).join("");
    return path(
      `M${n(x - (row % 2) * crest * 0.5 - crest * 0.2)} ${n(y + height * at)}${curls}V${pageHeight}H${n(x - crest)}Z`,
      `fill="${row === 1 ? light : ink}"`,
    );
  });
  return (
    circle(x + width * 0.74, y + height * 0.24, Math.min(width, height) * 0.13, `fill="${light}"`) + waves.join("")
  );
}
