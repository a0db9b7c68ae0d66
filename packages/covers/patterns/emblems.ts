/** Emblems for drawn covers: one of each thing that a title may name, and ornaments that suit any book. */
import type { Thing } from "#covers/named-things.ts";
import { circle, n, path } from "#covers/page.ts";
import { flower, petal } from "./block-print.ts";
import { star } from "./lattice.ts";

/** Draws an emblem around a point, at most `reach` from it in each direction. */
export type Emblem = (x: number, y: number, reach: number, accent: string, ink: string) => string;

/** An emblem in coordinates of its own, from -100 to 100 in both directions. */
function emblem(draw: (accent: string, ink: string) => string[]): Emblem {
  return (x, y, reach, accent, ink) =>
    `<g transform="translate(${n(x)} ${n(y)}) scale(${Math.round(reach) / 100})">${draw(accent, ink).join("")}</g>`;
}

function stroke(colour: string, width: number): string {
  return `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;
}

const key = emblem((accent, ink) => [
  ...[
    [0, -74],
    [-25, -38],
    [25, -38],
  ].map(([x, y]) => circle(x!, y!, 18, stroke(accent, 13))),
  path("M-8 -28H8V98H-8Z M8 52H42V66H8Z M8 78H32V92H8Z", `fill="${accent}"`),
  path("M-20 -14H20V0H-20Z", `fill="${ink}"`),
]);

const lamp = emblem((accent, ink) => [
  path(petal(0, 14, 112, 34, 0), `fill="${accent}"`),
  path(petal(0, 10, 58, 15, 0), `fill="${ink}"`),
  path("M-96 16H96C88 62 46 78 0 78S-88 62 -96 16Z", `fill="${ink}"`),
  path("M-40 84H40V96H-40Z", `fill="${accent}"`),
]);

const boat = emblem((accent, ink) => [
  path("M-4 -98H4V44H-4Z", `fill="${ink}"`),
  path("M12 -92C70 -62 84 -12 78 30H12Z", `fill="${accent}"`),
  path("M-12 -62C-44 -40 -62 -6 -64 30H-12Z", `fill="none" stroke="${accent}" stroke-width="6"`),
  path("M-98 42H98C84 78 58 92 30 92H-30C-58 92 -84 78 -98 42Z", `fill="${ink}"`),
]);

const water = emblem((accent, ink) =>
  [-60, -20, 20, 60].map((y, i) => path(`M-96 ${y}q24 -36 48 0t48 0 48 0 48 0`, stroke(i % 2 ? ink : accent, 13))),
);

const bird = emblem((accent, ink) => [
  path("M-60 92H76", stroke(accent, 8)),
  path("M-2 60V90M18 58V90", stroke(ink, 5)),
  path("M-98 34C-62 30 -38 2 -12 -22C4 -64 54 -76 74 -42C84 6 52 62 2 64C-30 64 -52 48 -98 34Z", `fill="${ink}"`),
  path("M72 -46L99 -34L75 -26Z", `fill="${accent}"`),
  circle(49, -42, 7, `fill="${accent}"`),
  path("M36 -6C40 34 4 50 -60 34C-30 24 -16 8 -2 -12C10 -26 34 -26 36 -6Z", `fill="${accent}"`),
]);

const bloom = emblem((accent, ink) => [
  path("M0 -10V98", stroke(ink, 8)),
  path(petal(0, 88, 74, 20, 0.95) + petal(0, 88, 74, 20, -0.95), `fill="${ink}"`),
  path(flower(0, -38, 10, 12, 60, 12), `fill="${accent}"`),
  circle(0, -38, 13, `fill="${ink}"`),
]);

const tree = emblem((accent, ink) => [
  path("M0 98V-40", stroke(ink, 7)),
  ...[0, 1, 2, 3].flatMap((tier) =>
    [-1, 1].map((side) =>
      path(
        petal(0, 62 - tier * 36, 78 - tier * 11, 21 - tier * 3, side * (1.05 - tier * 0.1)),
        `fill="${(tier + (side > 0 ? 1 : 0)) % 2 ? ink : accent}"`,
      ),
    ),
  ),
  path(petal(0, -40, 58, 14, 0), `fill="${accent}"`),
]);

const moon = emblem((accent, ink) => [
  path("M14 -88A88 88 0 1 0 88 14A68 68 0 1 1 14 -88Z", `fill="${accent}"`),
  path(star(44, -42, 8, 30, 12), `fill="${ink}"`),
]);

const stars = emblem((accent, ink) => [
  path(star(0, 0, 8, 98, 38), `fill="${accent}"`),
  path(star(0, 0, 8, 52, 20, Math.PI / 8), `fill="${ink}"`),
]);

const mountain = emblem((accent, ink) => [
  circle(-46, -58, 24, `fill="${accent}"`),
  path("M-14 78L42 -56L98 78Z", `fill="${accent}"`),
  path("M-98 78L-30 -22L38 78Z", `fill="${ink}"`),
  path("M-94 92H94", stroke(ink, 8)),
]);

const crown = emblem((accent, ink) => [
  path("M-72 44L-86 -40L-40 2L0 -60L40 2L86 -40L72 44Z", `fill="${accent}"`),
  ...[
    [-86, -52],
    [0, -74],
    [86, -52],
  ].map(([x, y]) => circle(x!, y!, 11, `fill="${ink}"`)),
  path("M-72 54H72V76H-72Z M0 -4L16 18L0 40L-16 18Z", `fill="${ink}"`),
]);

const house = emblem((accent, ink) => [
  circle(0, -88, 10, `fill="${ink}"`),
  path("M-66 82V-8C-66 -38 -16 -46 0 -76C16 -46 66 -38 66 -8V82Z", `fill="${accent}"`),
  path("M-40 82V6C-40 -16 -10 -22 0 -40C10 -22 40 -16 40 6V82Z", `fill="${ink}"`),
  path("M0 -20V82", stroke(accent, 5)),
  path("M-88 84H88V98H-88Z", `fill="${ink}"`),
]);

const book = emblem((accent, ink) => [
  path(
    "M0 -46C-28 -70 -66 -72 -96 -58V62C-66 48 -28 50 0 74C28 50 66 48 96 62V-58C66 -72 28 -70 0 -46Z",
    `fill="${accent}"`,
  ),
  path(
    [-28, 0, 28]
      .map(
        (y) => `M-76 ${y - 4}C-56 ${y - 12} -36 ${y - 8} -20 ${y + 4}M76 ${y - 4}C56 ${y - 12} 36 ${y - 8} 20 ${y + 4}`,
      )
      .join("") + "M0 -46V74",
    stroke(ink, 6),
  ),
]);

/** A ring of petals around another one. */
function rosette(petals: number): Emblem {
  return emblem((accent, ink) => [
    path(flower(0, 0, petals, 20, 100, petals > 8 ? 14 : 20), `fill="${accent}"`),
    path(flower(0, 0, petals, 24, 66, 7, Math.PI / petals), `fill="${ink}"`),
    circle(0, 0, 12, `fill="${ink}"`),
  ]);
}

const sunburst = emblem((accent, ink) => [
  path(star(0, 0, 24, 100, 62), `fill="none" stroke="${ink}" stroke-width="2.5"`),
  path(star(0, 0, 24, 86, 50), `fill="${accent}"`),
  circle(0, 0, 34, `fill="${ink}"`),
]);

const knot = emblem((accent, ink) =>
  [0, 45].map(
    (turn) =>
      `<rect x="-64" y="-64" width="128" height="128" rx="8" transform="rotate(${turn})" fill="none" stroke="${turn ? ink : accent}" stroke-width="13"/>`,
  ),
);

const wreath = emblem((accent, ink) => [
  circle(0, 0, 70, stroke(ink, 4)),
  ...Array.from({ length: 24 }, (_, i) => {
    const angle = (Math.PI * Math.floor(i / 2)) / 6;
    const leaf = petal(
      70 * Math.sin(angle),
      -70 * Math.cos(angle),
      40,
      10,
      angle + Math.PI / 2 + (i % 2 ? 0.5 : -0.62),
    );
    return path(leaf, `fill="${i % 2 ? ink : accent}"`);
  }),
  path(flower(0, 0, 8, 8, 40, 7), `fill="${accent}"`),
]);

const quatrefoil = emblem((accent, ink) => [
  ...[0, 1, 2, 3].map((i) => {
    const angle = (Math.PI * i) / 2;
    return circle(46 * Math.sin(angle), -46 * Math.cos(angle), 46, stroke(accent, 9));
  }),
  path(star(0, 0, 4, 44, 20, Math.PI / 4), `fill="${ink}"`),
]);

/** The emblem of each thing; none for the world, which is a sphere of dots in the layout "halftone". */
export const emblems: Record<Exclude<Thing, "world">, Emblem> = {
  boat,
  water,
  lamp,
  bird,
  key,
  flower: bloom,
  tree,
  moon,
  sun: sunburst,
  star: stars,
  mountain,
  crown,
  house,
  book,
};

/** Emblems that show no particular thing. */
export const ornaments: readonly Emblem[] = [rosette(8), sunburst, knot, wreath, rosette(12), quatrefoil];
