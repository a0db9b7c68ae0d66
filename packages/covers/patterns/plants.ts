/** Plants for drawn covers: a tree, a fern, and a pot of flowers. */
import type { SeededRandom } from "#covers/seeded-random.ts";
import { mix } from "#covers/colour.ts";
import { circle, n, path } from "#covers/page.ts";
import type { Palette } from "#covers/palettes.ts";
import { flower, petal } from "./block-print.ts";

/** The space for a plant: from `foot` up to `top`, in pixels of the page. */
export interface Bed {
  foot: number;
  top: number;
  palette: Palette;
  random: SeededRandom;
}

interface Point {
  x: number;
  y: number;
}

const middle = 400;

/** A flowering tree, mirrored about its stem, as on a palampore. */
export function drawTree({ foot, top, palette, random }: Bed): string {
  const height = foot - top;
  const tiers = random.whole(3, 5);
  const petals = random.pick([5, 6, 8]);
  const droop = random.between(-0.1, 0.5);
  const spread = random.between(0.6, 1.1);
  const [leaves, stems, blooms]: [string[], string[], string[]] = [
    [],
    [`M${middle} ${n(foot)}V${n(top + height * 0.08)}`],
    [],
  ];
  blooms.push(drawBloom({ x: middle, y: top + height * 0.08 }, height * 0.09, petals, palette));
  for (let tier = 0; tier < tiers; tier++) {
    const share = tier / tiers;
    const start = { x: middle, y: foot - height * (0.08 + 0.76 * share) };
    const reach = Math.min(310, height * 0.56) * (1 - 0.7 * share);
    for (const side of [-1, 1]) {
      const bend = { x: middle + side * reach * 0.78, y: start.y - height * 0.3 * droop * 0.5 };
      const tip = { x: middle + side * reach, y: start.y - height * (0.26 - 0.08 * share) };
      stems.push(`M${middle} ${n(start.y)}Q${n(bend.x)} ${n(bend.y)} ${n(tip.x)} ${n(tip.y)}`);
      leaves.push(...leavesAlong(start, bend, tip, 5, height * (0.12 - 0.04 * share), spread));
      blooms.push(drawBloom(tip, height * (0.08 - 0.02 * share), petals, palette));
    }
  }
  const mound = [-2, -1, 0, 1, 2].map((i) => {
    const reach = 46 - Math.abs(i) * 7;
    return path(
      `M${n(middle + i * 62 - reach)} ${n(foot)}a${reach} ${reach} 0 0 1 ${2 * reach} 0Z`,
      `fill="${i % 2 ? palette.accent : mix(palette.ink, palette.accent, 0.25)}"`,
    );
  });
  return (
    path(stems.join(""), `fill="none" stroke="${palette.ink}" stroke-width="5"`) +
    path(leaves.join(""), `fill="${palette.ink}"`) +
    blooms.join("") +
    mound.join("") +
    path(`M150 ${n(foot)}H650`, `stroke="${palette.ink}" stroke-width="5"`)
  );
}

/** One tall frond of paired leaves, the lower ones larger. */
export function drawFern({ foot, top, palette, random }: Bed): string {
  const height = foot - top;
  const pairs = random.whole(5, 7);
  const sway = random.between(-70, 70);
  const angle = random.between(0.75, 1.1);
  const broad = random.between(0.22, 0.32);
  const parts: string[] = [];
  const veins: string[] = [];
  for (let i = 0; i < pairs; i++) {
    const share = i / pairs;
    const t = 0.12 + 0.74 * share;
    const at = { x: middle + sway * t * t, y: foot - height * t };
    const length = Math.min(height * 0.36, 300) * (1 - 0.56 * share);
    for (const side of [-1, 1]) {
      const turn = side * (angle - 0.3 * share);
      const fill = (i + (side > 0 ? 1 : 0)) % 2 ? palette.ink : palette.accent;
      parts.push(path(petal(at.x, at.y, length, length * broad, turn), `fill="${fill}"`));
      veins.push(`M${n(at.x)} ${n(at.y)}l${n(length * 0.74 * Math.sin(turn))} ${n(-length * 0.74 * Math.cos(turn))}`);
    }
  }
  const tip = { x: middle + sway * 0.8, y: foot - height * 0.88 };
  parts.push(path(petal(tip.x, tip.y, height * 0.12, height * 0.035, sway / 400), `fill="${palette.accent}"`));
  const stem = path(
    `M${middle} ${n(foot)}Q${n(middle + sway * 0.1)} ${n(foot - height * 0.5)} ${n(tip.x)} ${n(tip.y)}`,
    `fill="none" stroke="${palette.ink}" stroke-width="7" stroke-linecap="round"`,
  );
  return (
    parts.join("") + path(veins.join(""), `stroke="${palette.ground}" stroke-width="3.4" stroke-linecap="round"`) + stem
  );
}

/** A clay pot with three different flowers. */
export function drawPot({ foot, top, palette, random }: Bed): string {
  const height = foot - top;
  const rim = foot - height * 0.25;
  const wide = height * 0.17;
  const heads: Point[] = [
    { x: middle - height * random.between(0.26, 0.34), y: top + height * random.between(0.26, 0.36) },
    { x: middle + random.between(-24, 24), y: top + height * 0.12 },
    { x: middle + height * random.between(0.26, 0.34), y: top + height * random.between(0.22, 0.4) },
  ];
  const grown = heads.map((head, i) => {
    const start = { x: middle + (i - 1) * wide * 0.4, y: rim };
    const bend = { x: start.x + (head.x - start.x) * 0.2, y: (start.y + head.y) / 2 - height * 0.08 };
    const leaves = leavesAlong(start, bend, head, 4, height * 0.15, 0.8);
    return (
      path(
        `M${n(start.x)} ${n(start.y)}Q${n(bend.x)} ${n(bend.y)} ${n(head.x)} ${n(head.y)}`,
        `fill="none" stroke="${palette.ink}" stroke-width="6"`,
      ) +
      path(leaves.join(""), `fill="${palette.ink}"`) +
      drawBloom(head, height * (i === 1 ? 0.12 : 0.1), [6, 10, 8][i]!, palette)
    );
  });
  const belly = `M${n(middle - wide)} ${n(rim)}H${n(middle + wide)}C${n(middle + wide * 1.5)} ${n(rim + height * 0.1)} ${n(middle + wide * 1.1)} ${n(foot)} ${n(middle + wide * 0.6)} ${n(foot)}H${n(middle - wide * 0.6)}C${n(middle - wide * 1.1)} ${n(foot)} ${n(middle - wide * 1.5)} ${n(rim + height * 0.1)} ${n(middle - wide)} ${n(rim)}Z`;
  const stripe = rim + height * 0.1;
  const teeth = Array.from({ length: 7 }, (_, i) =>
    petal(middle + (i - 3) * wide * 0.3, stripe + height * 0.055, height * 0.09, height * 0.016, 0),
  );
  return (
    grown.join("") +
    path(belly, `fill="${palette.accent}"`) +
    path(
      `M${n(middle - wide * 1.14)} ${n(rim)}h${n(wide * 2.28)}v${n(height * 0.028)}h${n(-wide * 2.28)}Z`,
      `fill="${palette.ink}"`,
    ) +
    path(teeth.join(""), `fill="${palette.ground}"`) +
    path(`M150 ${n(foot)}H650`, `stroke="${palette.ink}" stroke-width="5"`)
  );
}

function leavesAlong(start: Point, bend: Point, tip: Point, count: number, length: number, spread: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const t = (i + 1) / (count + 1.4);
    const x = (1 - t) ** 2 * start.x + 2 * t * (1 - t) * bend.x + t * t * tip.x;
    const y = (1 - t) ** 2 * start.y + 2 * t * (1 - t) * bend.y + t * t * tip.y;
    const heading = Math.atan2(
      (1 - t) * (bend.x - start.x) + t * (tip.x - bend.x),
      -((1 - t) * (bend.y - start.y) + t * (tip.y - bend.y)),
    );
    const size = length * (1 - 0.3 * t);
    return petal(x, y, size, size * 0.26, heading - spread) + petal(x, y, size, size * 0.26, heading + spread);
  });
}

function drawBloom({ x, y }: Point, reach: number, petals: number, palette: Palette): string {
  return (
    circle(x, y, reach * 0.9, `fill="${palette.ground}"`) +
    path(flower(x, y, petals, reach * 0.2, reach, (reach * 1.5) / petals + 2), `fill="${palette.accent}"`) +
    circle(x, y, reach * 0.26, `fill="${palette.ink}"`)
  );
}
