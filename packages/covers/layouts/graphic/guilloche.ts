import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, margin, measure, n, pageHeight } from "#covers/page.ts";
import { setAuthor, setTitle, titleFloor } from "#covers/set-parts.ts";

/** An engraver's rosette of turned waves, as on old share certificates. */
export function drawGuilloche(plan: CoverPlan): string {
  const { palette, shared, own } = plan;
  const centred = shared.next() < 0.5;
  const align = centred ? "center" : "left";
  const author = setAuthor(plan, measure(1030, pageHeight - margin), {
    fill: palette.ink,
    align,
    valign: "bottom",
  });
  const title = setTitle(plan, measure(margin + 44, titleFloor(plan, 500)), {
    fill: palette.ink,
    align,
    valign: "top",
    maxSize: 128,
  });
  const foot = title.ink.y + title.ink.height;
  const reach = Math.min(centred ? 310 : 380, (author.ink.y - foot - 90) / 2);
  const x = centred ? 400 : 520;
  const y = (foot + author.ink.y) / 2;
  const lobes = own.pick([6, 7, 8, 9, 12]);
  const rings = [
    ring(`w${plan.key}`, x, y, reach, 0.2, lobes, 22, palette.accent, 1.9),
    ring(`v${plan.key}`, x, y, reach * 0.66, 0.34, lobes, 16, mix(palette.accent, palette.ink, 0.55), 1.7),
    ring(`u${plan.key}`, x, y, reach * 0.34, 0.42, lobes, 10, palette.ink, 1.6),
  ];
  return [
    ground(palette.ground),
    ...rings,
    circle(x, y, reach * 0.06, `fill="${palette.accent}"`),
    title.svg,
    author.svg,
  ].join("");
}

/** One wavering ring turned `turns` times within the width of a lobe. */
function ring(
  id: string,
  x: number,
  y: number,
  reach: number,
  depth: number,
  lobes: number,
  turns: number,
  stroke: string,
  weight: number,
): string {
  const points: string[] = [];
  const steps = lobes * 16;
  for (let i = 0; i < steps; i++) {
    const angle = (2 * Math.PI * i) / steps;
    const radius = reach * (1 - depth + depth * Math.cos(lobes * angle));
    points.push(`${n(x + radius * Math.cos(angle))} ${n(y + radius * Math.sin(angle))}`);
  }
  const copies = Array.from(
    { length: turns },
    (_, i) => `<use href="#${id}" transform="rotate(${n((360 / lobes / turns) * i)} ${n(x)} ${n(y)})"/>`,
  );
  return `<defs><path id="${id}" d="M${points.join("L")}Z"/></defs><g fill="none" stroke="${stroke}" stroke-width="${weight}">${copies.join("")}</g>`;
}
