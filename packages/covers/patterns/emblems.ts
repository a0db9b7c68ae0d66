/** Emblems for drawn covers: a key, a lamp, a boat, a knot, a bird and a ladder. */
import { circle, n, path } from "#covers/page.ts";
import { petal } from "./block-print.ts";

/** Draws an emblem around a point, at most `reach` from it in each direction. */
export type Emblem = (x: number, y: number, reach: number, accent: string, ink: string) => string;

/** A group with the emblem's own coordinates: from -100 to 100 in both directions. */
function drawAround(x: number, y: number, reach: number, parts: string[]): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${Math.round(reach) / 100})">${parts.join("")}</g>`;
}

const key: Emblem = (x, y, reach, accent, ink) =>
  drawAround(x, y, reach, [
    path("M-9 -20H9V98H-9Z M9 52H46V70H34V84H46V98H9Z", `fill="${accent}"`),
    circle(0, -56, 35, `fill="none" stroke="${accent}" stroke-width="18"`),
    circle(0, -56, 12, `fill="${ink}"`),
    path("M-20 -14H20V2H-20Z", `fill="${ink}"`),
  ]);

const lamp: Emblem = (x, y, reach, accent, ink) =>
  drawAround(x, y, reach, [
    path(petal(0, 14, 112, 34, 0), `fill="${accent}"`),
    path(petal(0, 10, 58, 15, 0), `fill="${ink}"`),
    path("M-96 16H96C88 62 46 78 0 78S-88 62 -96 16Z", `fill="${ink}"`),
    path("M-40 84H40V96H-40Z", `fill="${accent}"`),
  ]);

const boat: Emblem = (x, y, reach, accent, ink) =>
  drawAround(x, y, reach, [
    path("M-4 -98H4V44H-4Z", `fill="${ink}"`),
    path("M12 -92C70 -62 84 -12 78 30H12Z", `fill="${accent}"`),
    path("M-12 -62C-44 -40 -62 -6 -64 30H-12Z", `fill="none" stroke="${accent}" stroke-width="6"`),
    path("M-98 42H98C84 78 58 92 30 92H-30C-58 92 -84 78 -98 42Z", `fill="${ink}"`),
  ]);

const knot: Emblem = (x, y, reach, accent, ink) =>
  drawAround(
    x,
    y,
    reach,
    [0, 45].map(
      (turn) =>
        `<rect x="-64" y="-64" width="128" height="128" rx="8" transform="rotate(${turn})" fill="none" stroke="${turn ? ink : accent}" stroke-width="13"/>`,
    ),
  );

const bird: Emblem = (x, y, reach, accent, ink) =>
  drawAround(x, y, reach, [
    path(petal(-96, 52, 132, 32, 1.22), `fill="${ink}"`),
    path(petal(-20, 28, 120, 26, -0.52), `fill="${accent}"`),
    path(petal(2, 26, 110, 20, -0.02), `fill="none" stroke="${accent}" stroke-width="6"`),
    circle(44, -4, 27, `fill="${ink}"`),
    path("M64 -18L99 -6L66 10Z", `fill="${accent}"`),
    circle(52, -9, 5, `fill="${accent}"`),
  ]);

const ladder: Emblem = (x, y, reach, accent, ink) =>
  drawAround(x, y, reach, [
    ...[-72, -38, -4, 30, 64].map((step) => {
      const half = 24 + (step + 72) * 0.13;
      return path(`M${n(-half)} ${step}H${n(half)}`, `stroke="${accent}" stroke-width="12"`);
    }),
    path("M-22 -98L-48 98M22 -98L48 98", `stroke="${ink}" stroke-width="12" stroke-linecap="round"`),
  ]);

/** All emblems. */
export const emblems: readonly Emblem[] = [key, lamp, boat, knot, bird, ladder];
