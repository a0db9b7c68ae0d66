import type { SeededRandom } from "#covers/seeded-random.ts";
import { n, path } from "#covers/page.ts";
import { petal } from "./block-print.ts";

/** Overlapping rows of scallops. */
export function scallopTile(id: string, size: number, line: string, fill: string, weight: number): string {
  const half = size / 2;
  function shell(x: number, y: number): string {
    return [1, 0.62, 0.26]
      .map(
        (share, i) =>
          `<circle cx="${n(x)}" cy="${n(y)}" r="${n(half * share)}" fill="${i === 0 ? fill : "none"}" stroke="${line}" stroke-width="${weight}"/>`,
      )
      .join("");
  }
  const rows = [0, 1, 2, 3].flatMap((row) =>
    row % 2 ? [shell(0, (row * half) / 2), shell(size, (row * half) / 2)] : [shell(half, (row * half) / 2)],
  );
  return `<pattern id="${id}" width="${size}" height="${size / 2}" patternUnits="userSpaceOnUse">${rows.join("")}</pattern>`;
}

/** Combed marbling: wavy ribbons across the whole sheet. */
export function marbling(width: number, height: number, inks: readonly string[], random: SeededRandom): string {
  const teeth = random.pick([5, 6, 7]);
  const step = random.between(22, 30);
  const comb = width / teeth;
  const sway = random.between(60, 110);
  const lean = random.between(0.4, 1);
  const ribbons: string[] = [];
  for (let y = -sway * 2, i = 0; y < height + sway * 2; i++) {
    const thick = step * random.between(0.55, 1.5);
    const points: string[] = [];
    for (let tooth = 0; tooth < teeth; tooth++) {
      const x = tooth * comb;
      const dip = y + sway + 12 * Math.sin(i * 0.35 + tooth * lean);
      const rise = y - sway * 0.4 + 10 * Math.cos(i * 0.5 + tooth);
      points.push(
        `C${n(x + comb * 0.2)} ${n(y)} ${n(x + comb * 0.34)} ${n(dip)} ${n(x + comb / 2)} ${n(dip)}S${n(x + comb * 0.78)} ${n(rise)} ${n(x + comb)} ${n(y)}`,
      );
    }
    ribbons.push(path(`M0 ${n(y)}${points.join("")}V${height}H0Z`, `fill="${inks[i % inks.length]}"`));
    y += thick;
  }
  return ribbons.join("");
}

/** Woven ikat lozenges with feathered edges. */
export function ikatTile(id: string, size: number, outer: string, inner: string): string {
  const half = size / 2;
  function lozenge(reach: number, fill: string): string {
    const steps = 7;
    const points: string[] = [];
    for (let i = -steps; i <= steps; i++) {
      const y = half + (i / steps) * reach * 1.5;
      const spread = (1 - Math.abs(i) / (steps + 1)) * reach;
      points.push(`M${n(half - spread - (i % 2 ? 5 : -3))} ${n(y)}H${n(half + spread + (i % 2 ? 5 : -3))}`);
    }
    return path(points.join(""), `stroke="${fill}" stroke-width="${n(((reach * 1.5) / steps) * 1.05)}" fill="none"`);
  }
  return `<pattern id="${id}" width="${size}" height="${n(size * 1.7)}" patternUnits="userSpaceOnUse"><g transform="translate(0 ${n(size * 0.35)})">${lozenge(half * 0.92, outer)}${lozenge(half * 0.52, inner)}${lozenge(half * 0.2, outer)}</g></pattern>`;
}

/** Groups of leaves turned a quarter at each step, as on a carved printing block. */
export function leafTile(id: string, size: number, first: string, second: string): string {
  const half = size / 2;
  function spray(x: number, y: number, turn: number, fill: string): string {
    const leaves = [-0.62, 0, 0.62].map((angle) => petal(x, y, half * 0.88, half * 0.17, turn + angle));
    return path(leaves.join(""), `fill="${fill}"`);
  }
  const quarter = Math.PI / 2;
  const sprays = [
    spray(half * 0.14, half * 0.94, quarter / 2, first),
    spray(half * 1.14, half * 0.06, quarter * 1.5, second),
    spray(half * 1.86, half * 1.06, quarter * 2.5, first),
    spray(half * 0.86, half * 1.94, quarter * 3.5, second),
  ];
  return `<pattern id="${id}" width="${n(size)}" height="${n(size)}" patternUnits="userSpaceOnUse">${sprays.join("")}</pattern>`;
}
