import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, margin, measure, n, path } from "#covers/page.ts";
import { setAuthor, setTitle, titleFloor } from "#covers/set-parts.ts";

/** Contour lines of an imaginary island, as on a map: tinted faintly by height, so that a small cover shows lines too. */
export function drawContour(plan: CoverPlan): string {
  const { palette, own } = plan;
  const title = setTitle(plan, measure(margin, titleFloor(plan, 470)), { fill: palette.ink, maxSize: 126 });
  const below = title.ink.y + title.ink.height;
  const author = setAuthor(plan, measure(below + 46, below + 150), { fill: palette.ink });
  const foot = author.ink.y + author.ink.height;
  const top = foot + 60;
  const peak = {
    x: own.pick([own.between(150, 300), own.between(500, 690)]),
    y: 1200 - (1200 - top) * own.between(0.2, 0.4),
  };
  const waves = Array.from({ length: 5 }, (_, i) => ({
    turns: i + 1,
    depth: own.between(0.5, 1) * [0.14, 0.16, 0.1, 0.06, 0.045][i]!,
    phase: own.between(0, 6.28),
  }));
  const levels = 11;
  const tallest = Math.min(...ringPoints(1, waves, 0).map(([, y]) => y));
  const reach = Math.min((peak.y - top) / -tallest, 620);
  const rings = Array.from({ length: levels }, (_, level) => {
    const share = (1 - level / levels) ** 0.9;
    const fill = level === levels - 1 ? palette.accent : mix(palette.ground, palette.accent, 0.05 + level * 0.03);
    const points = ringPoints(reach * share, waves, level * 0.07).map(
      ([x, y]) => `${n(peak.x - level * 7 + x)} ${n(peak.y + level * 5 + y)}`,
    );
    return path(
      `M${points.join("L")}Z`,
      `fill="${fill}" stroke="${palette.accent}" stroke-width="${level % 4 === 0 ? 7 : 4}"`,
    );
  });
  return [ground(palette.ground), ...rings, title.svg, author.svg].join("");
}

interface Swell {
  turns: number;
  depth: number;
  phase: number;
}

function ringPoints(reach: number, waves: Swell[], twist: number): [number, number][] {
  const steps = 84;
  return Array.from({ length: steps }, (_, i) => {
    const angle = (2 * Math.PI * i) / steps;
    const swell = waves.reduce(
      (sum, { turns, depth, phase }) => sum + depth * Math.sin(turns * angle + phase + twist * turns),
      1,
    );
    return [reach * 1.05 * swell * Math.cos(angle), reach * 0.9 * swell * Math.sin(angle)];
  });
}
