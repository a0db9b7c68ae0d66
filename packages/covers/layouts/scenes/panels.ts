/** The cover layout "panels": a page of comics with the title in a speech balloon, above two panels with scenes. */
import { hexContrast, mix, readableOn } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, n, pageHeight, pageWidth, path, rect } from "#covers/page.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";
import type { Box } from "#covers/type/set-text.ts";

const edge = 44;
const gutter = 20;
const inner = pageWidth - 2 * edge;

export function drawPanels(plan: CoverPlan): string {
  const { palette, own, key } = plan;
  const isNight = hexContrast(palette.ground, "#ffffff") > 4.5;
  const paper = isNight ? palette.ink : mix(palette.ground, "#ffffff", 0.7);
  const line = isNight ? palette.ground : palette.ink;
  const author = setAuthor(
    plan,
    { x: edge + 8, y: 1060, width: inner - 16, height: 96 },
    { fill: palette.ink, valign: "bottom" },
  );
  const bottom = author.ink.y - 40;
  const speech = { x: edge, y: edge, width: inner, height: 560 };
  const balloon = { x: edge + 42, y: edge + 42, width: inner - 84, height: 400 };
  const title = setTitle(
    plan,
    { x: balloon.x + 54, y: balloon.y + 40, width: balloon.width - 108, height: balloon.height - 80 },
    { fill: readableOn(paper, [line]), align: "center", valign: "middle", maxSize: 150 },
  );
  const share = own.between(0.4, 0.6);
  const top = speech.y + speech.height + gutter;
  const usable = inner - gutter;
  const frames: Box[] = [
    speech,
    { x: edge, y: top, width: usable * share, height: bottom - top },
    { x: edge + usable * share + gutter, y: top, width: usable * (1 - share), height: bottom - top },
  ];
  const start = own.whole(0, scenes.length - 1);
  const drawn = frames.map((box, i) => {
    const scene = i === 0 ? rays : scenes[(start + i * 2) % scenes.length]!;
    const back = i === 0 ? palette.accent : mix(palette.ground, palette.accent, i === 1 ? 0.3 : 0.62);
    const light = i === 0 ? mix(palette.accent, palette.ground, 0.3) : i === 1 ? palette.accent : palette.ground;
    return `<clipPath id="c${i}${key}">${rect(box, "")}</clipPath><g clip-path="url(#c${i}${key})">${rect(box, `fill="${back}"`)}${scene(box, palette.ink, light)}</g>${rect(box, `fill="none" stroke="${palette.ink}" stroke-width="8"`)}`;
  });
  return [
    ground(palette.ground),
    ...drawn,
    speechBalloon(
      balloon,
      own.next() < 0.5,
      `fill="${paper}" stroke="${line}" stroke-width="8" stroke-linejoin="round"`,
    ),
    title.svg,
    author.svg,
  ].join("");
}

/** A rounded balloon. Its tail points out of the panel, at the speaker below. */
function speechBalloon({ x, y, width, height }: Box, isLeft: boolean, attributes: string): string {
  const r = 96;
  const foot = y + height;
  const [from, to, tip] = isLeft
    ? [x + width * 0.4, x + width * 0.24, x + width * 0.2]
    : [x + width * 0.78, x + width * 0.62, x + width * 0.82];
  return path(
    `M${x + r} ${y}H${x + width - r}Q${x + width} ${y} ${x + width} ${y + r}V${foot - r}Q${x + width} ${foot} ${x + width - r} ${foot}H${n(from)}L${n(tip)} ${n(foot + 104)}L${n(to)} ${foot}H${x + r}Q${x} ${foot} ${x} ${foot - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`,
    attributes,
  );
}

type Scene = (box: Box, ink: string, light: string) => string;
const scenes: Scene[] = [moonlitRoofs, rain, road, sea, window];

/** Beams behind a balloon, from below. */
function rays({ x, y, width, height }: Box, _ink: string, light: string): string {
  const [cx, cy, reach] = [x + width * 0.5, y + height, width + height];
  const beams = Array.from({ length: 11 }, (_, i) => {
    const [from, to] = [i, i + 0.5].map((at) => Math.PI + (Math.PI * at) / 11) as [number, number];
    return `M${n(cx)} ${n(cy)}L${n(cx + reach * Math.cos(from))} ${n(cy + reach * Math.sin(from))}L${n(cx + reach * Math.cos(to))} ${n(cy + reach * Math.sin(to))}Z`;
  });
  return path(beams.join(""), `fill="${light}"`);
}

function moonlitRoofs({ x, y, width, height }: Box, ink: string, light: string): string {
  const roofs = [0.66, 0.8, 0.58, 0.74].map((top, i) => {
    const [left, wide] = [x + (width * i) / 4, width / 4 + 1];
    const eaves = y + height * top;
    return `M${n(left)} ${n(y + height)}V${n(eaves)}L${n(left + wide / 2)} ${n(eaves - height * 0.13)}L${n(left + wide)} ${n(eaves)}V${n(y + height)}Z`;
  });
  return (
    circle(x + width * 0.64, y + height * 0.28, Math.min(width, height) * 0.22, `fill="${light}"`) +
    path(roofs.join(""), `fill="${ink}"`)
  );
}

function rain({ x, y, width, height }: Box, ink: string, light: string): string {
  const drops = Array.from(
    { length: 30 },
    (_, i) =>
      `M${n(x + ((i * 61.8) % 100) * 0.01 * (width + 60))} ${n(y + ((i * 37.7) % 100) * 0.01 * height * 0.9 - 20)}l-16 52`,
  );
  const [cx, cy, r] = [x + width * 0.5, y + height * 0.66, Math.min(width, height) * 0.34];
  const umbrella = `M${n(cx - r)} ${n(cy)}A${n(r)} ${n(r)} 0 0 1 ${n(cx + r)} ${n(cy)}Q${n(cx + r * 0.66)} ${n(cy - r * 0.24)} ${n(cx + r * 0.33)} ${n(cy)}Q${n(cx)} ${n(cy - r * 0.24)} ${n(cx - r * 0.33)} ${n(cy)}Q${n(cx - r * 0.66)} ${n(cy - r * 0.24)} ${n(cx - r)} ${n(cy)}Z`;
  return (
    path(drops.join(""), `stroke="${ink}" stroke-width="5" stroke-linecap="round"`) +
    path(umbrella, `fill="${light}" stroke="${ink}" stroke-width="8" stroke-linejoin="round"`) +
    path(`M${n(cx)} ${n(cy - r * 0.1)}V${n(y + height)}`, `stroke="${ink}" stroke-width="10"`)
  );
}

/** A road to a far hill, under a low sun. */
function road({ x, y, width, height }: Box, ink: string, light: string): string {
  const sky = y + height * 0.52;
  const cx = x + width * 0.5;
  return (
    circle(cx, sky, Math.min(width, height) * 0.26, `fill="${light}"`) +
    rect({ x, y: sky, width, height: height * 0.48 }, `fill="${ink}"`) +
    path(
      `M${n(cx - width * 0.03)} ${n(sky)}H${n(cx + width * 0.03)}L${n(cx + width * 0.34)} ${n(y + height)}H${n(cx - width * 0.34)}Z`,
      `fill="${light}"`,
    ) +
    path(
      `M${n(cx)} ${n(sky + height * 0.06)}V${n(y + height)}`,
      `stroke="${ink}" stroke-width="9" stroke-dasharray="34 26"`,
    )
  );
}

function sea({ x, y, width, height }: Box, ink: string, light: string): string {
  const waves = [0.5, 0.66, 0.82].map((at, row) => {
    const crest = width / 3;
    const curls = Array.from({ length: 5 }, () => `q${n(crest / 2)} ${n(-height * 0.16)} ${n(crest)} 0`).join("");
    return path(
      `M${n(x - (row % 2) * crest * 0.5 - crest * 0.2)} ${n(y + height * at)}${curls}V${pageHeight}H${n(x - crest)}Z`,
      `fill="${row === 1 ? light : ink}"`,
    );
  });
  return circle(x + width * 0.7, y + height * 0.24, Math.min(width, height) * 0.16, `fill="${light}"`) + waves.join("");
}

/** A lit window in a dark wall, its cross of bars and its curtain. */
function window({ x, y, width, height }: Box, ink: string, light: string): string {
  const [w, h] = [Math.min(width * 0.6, 220), Math.min(height * 0.66, 260)];
  const [left, top] = [x + (width - w) / 2, y + (height - h) / 2];
  return (
    rect({ x, y, width, height }, `fill="${ink}"`) +
    rect({ x: left, y: top, width: w, height: h }, `fill="${light}"`) +
    path(
      `M${n(left + w / 2)} ${n(top)}V${n(top + h)}M${n(left)} ${n(top + h * 0.42)}H${n(left + w)}`,
      `stroke="${ink}" stroke-width="12"`,
    ) +
    path(
      `M${n(left)} ${n(top)}H${n(left + w * 0.4)}Q${n(left + w * 0.3)} ${n(top + h * 0.6)} ${n(left)} ${n(top + h * 0.8)}Z`,
      `fill="${ink}" opacity=".5"`,
    )
  );
}
