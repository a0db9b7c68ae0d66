import type { SeededRandom } from "#covers/seeded-random.ts";
import { n, path } from "#covers/page.ts";

/** Path data of one leaf-shaped petal from its foot; `angle` is measured from upright, in radians. */
export function petal(x: number, y: number, length: number, width: number, angle: number): string {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  function at(along: number, across: number): string {
    return `${n(x + along * sin + across * cos)} ${n(y - along * cos + across * sin)}`;
  }
  return `M${at(0, 0)}C${at(length * 0.3, width)} ${at(length * 0.75, width * 0.7)} ${at(length, 0)}C${at(length * 0.75, -width * 0.7)} ${at(length * 0.3, -width)} ${at(0, 0)}Z`;
}

/** Path data of a ring of petals around a point. */
export function flower(
  x: number,
  y: number,
  petals: number,
  inner: number,
  outer: number,
  width: number,
  turn = 0,
): string {
  return Array.from({ length: petals }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / petals;
    return petal(x + inner * Math.sin(angle), y - inner * Math.cos(angle), outer - inner, width, angle);
  }).join("");
}

/** A small plant in the style of a woodblock print: a flower on a stem between mirrored leaves. */
function sprig(x: number, y: number, size: number, leaf: string, bloom: string, petals: number): string {
  const foot = y + size * 0.46;
  const head = y - size * 0.16;
  const leaves = [-1, 1].flatMap((side) => [
    petal(x, foot, size * 0.34, size * 0.075, side * 1.05),
    petal(x, foot - size * 0.16, size * 0.3, size * 0.065, side * 0.8),
    petal(x, foot - size * 0.31, size * 0.2, size * 0.05, side * 0.55),
  ]);
  const stem = `M${n(x - 2)} ${n(foot)}L${n(x - 1)} ${n(head)}h2L${n(x + 2)} ${n(foot)}Z`;
  return (
    path(leaves.join("") + stem, `fill="${leaf}"`) +
    path(flower(x, head, petals, size * 0.07, size * 0.25, size * 0.07), `fill="${bloom}"`) +
    `<circle cx="${n(x)}" cy="${n(head)}" r="${n(size * 0.05)}" fill="${leaf}"/>`
  );
}

/** A half-drop repeat of sprigs, as on block-printed cloth. */
export function sprigTile(id: string, size: number, leaf: string, bloom: string, random: SeededRandom): string {
  const petals = random.pick([5, 6, 8]);
  const width = size * 0.86;
  const dots = [
    [0, size / 2],
    [width, size / 2],
    [width / 2, 0],
    [width / 2, size],
  ]
    .map(([x, y]) => `<circle cx="${n(x!)}" cy="${n(y!)}" r="${n(size * 0.026)}" fill="${bloom}"/>`)
    .join("");
  const places = [
    [width / 2, size / 2],
    [0, 0],
    [width, 0],
    [0, size],
    [width, size],
  ] as const;
  return `<pattern id="${id}" width="${n(width)}" height="${n(size)}" patternUnits="userSpaceOnUse">${dots}${places.map(([x, y]) => sprig(x, y, size * 0.62, leaf, bloom, petals)).join("")}</pattern>`;
}
