import { n, path } from "#covers/page.ts";

/** Path data of a star polygon. */
export function star(x: number, y: number, points: number, outer: number, inner: number, turn = 0): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = turn + (Math.PI * i) / points;
    const radius = i % 2 ? inner : outer;
    return `${n(x + radius * Math.sin(angle))} ${n(y - radius * Math.cos(angle))}`;
  });
  return `M${corners.join("L")}Z`;
}

/** A jali: eight-pointed stars joined by crosses, as a repeating tile. */
export function latticeTile(id: string, size: number, line: string, star8: string, weight: number): string {
  const half = size / 2;
  const outer = half * 0.98;
  const inner = outer * 0.765;
  const corners = [
    [0, 0],
    [size, 0],
    [0, size],
    [size, size],
  ] as const;
  const stars = star(half, half, 8, outer, inner);
  const small = corners.map(([x, y]) => star(x, y, 4, half * 0.42, half * 0.16, Math.PI / 4)).join("");
  const heart = star(half, half, 8, outer * 0.46, outer * 0.3);
  return `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${path(stars, `fill="none" stroke="${line}" stroke-width="${weight}"`)}${path(small, `fill="${line}"`)}${path(heart, `fill="${star8}"`)}</pattern>`;
}
