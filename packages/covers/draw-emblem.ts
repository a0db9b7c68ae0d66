/** Draws the emblem of a cover, as on its bookplate: the motif of its layout in a roundel of the cover's ground. */
import { chooseEmblem } from "./choose-emblem.ts";
import type { CoverPlan, CoverSubject } from "./cover-plan.ts";
import { drawSphere } from "./layouts/graphic/halftone.ts";
import { ownEmblem } from "./layouts/graphic/monogram.ts";
import { paperBoat } from "./layouts/scenes/boat.ts";
import { choosePlant } from "./layouts/scenes/botanical.ts";
import { crescent } from "./layouts/scenes/night.ts";
import { choosePlanet, planet } from "./layouts/scenes/orbit.ts";
import { thali } from "./layouts/scenes/thali.ts";
import { circle, n } from "./page.ts";
import { planCover } from "./plan-cover.ts";

/** The width and height of an emblem in pixels. */
export const emblemSize = 200;

const middle = emblemSize / 2;

/** Draws a motif in the middle of the roundel; null if this cover has none. */
type Motif = (plan: CoverPlan) => string | null;

/** The motif of each layout that has one. */
const motifs: Partial<Record<string, Motif>> = {
  boat: (plan) => paperBoat(middle, middle + 38, 84, 0, plan),
  botanical(plan) {
    const [foot, top, scale] = [1000, 440, 0.25];
    const drawn = choosePlant(plan)({ foot, top, palette: plan.palette, random: plan.own });
    return `<g transform="translate(${middle} ${middle}) scale(${scale}) translate(-400 ${n(-(foot + top) / 2)})">${drawn}</g>`;
  },
  frame: drawChosen,
  halftone(plan) {
    const sphere = drawSphere(plan);
    return sphere && `<g transform="scale(${emblemSize / 800})">${sphere}</g>`;
  },
  monogram: (plan) => (ownEmblem(plan.title) === undefined ? drawChosen(plan) : null),
  night: ({ palette }) =>
    circle(middle, middle, middle, `fill="${palette.ink}"`) + crescent(middle, middle, 58, 1, palette),
  orbit(plan) {
    const orbits = [70, 86].map((radius) =>
      circle(middle, middle, radius, `fill="none" stroke="${plan.palette.ink}" stroke-opacity="0.5" stroke-width="2"`),
    );
    const moon = circle(middle + 50, middle - 49, 9, `fill="${plan.palette.ink}"`);
    return orbits.join("") + moon + planet(middle, middle, 46, choosePlanet(plan).hasRing, plan);
  },
  thali: (plan) => thali(middle, middle, 88, plan),
};

function drawChosen(plan: CoverPlan): string {
  return chooseEmblem(plan)(middle, middle, 66, plan.palette.accent, plan.palette.ink);
}

/** The picture of an emblem that does not exist: transparent. */
export const noEmblem = `<svg xmlns="http://www.w3.org/2000/svg" width="${emblemSize}" height="${emblemSize}"/>`;

/** Draws the emblem of a book's cover, an SVG of 200 by 200 pixels; null if its layout has none. */
export function drawEmblem(subject: CoverSubject): string | null {
  const { layout, plan } = planCover(subject);
  const motif = motifs[layout]?.(plan);
  if (!motif) return null;
  const clip = `emblem-${plan.key}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${emblemSize}" height="${emblemSize}" viewBox="0 0 ${emblemSize} ${emblemSize}">`,
    `<defs><clipPath id="${clip}"><circle cx="${middle}" cy="${middle}" r="${middle}"/></clipPath></defs>`,
    `<g clip-path="url(#${clip})">`,
    circle(middle, middle, middle, `fill="${plan.palette.ground}"`),
    motif,
    "</g></svg>",
  ].join("");
}
