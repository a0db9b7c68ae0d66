import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, margin, measure, n, pageHeight, path } from "#covers/page.ts";
import { setAuthor, setTitle, titleFloor } from "#covers/set-parts.ts";

/** A large planet low on the page, thin orbits, and a few small planets. */
export function drawOrbit(plan: CoverPlan): string {
  const { palette, own, key } = plan;
  const title = setTitle(plan, measure(margin + 6, titleFloor(plan, 480)), {
    fill: palette.ink,
    maxSize: 118,
    align: "left",
  });
  const author = setAuthor(plan, measure(1030, pageHeight - margin), { fill: palette.ink, valign: "bottom" });
  const { x, reach, hasRing } = choosePlanet(plan);
  const y = Math.max(760, title.ink.y + title.ink.height + 310);
  const orbits: string[] = [];
  for (let i = 0, radius = reach + 46; i < 6; i++, radius += own.between(44, 96)) {
    const angle = own.between(0, 2 * Math.PI);
    orbits.push(
      circle(
        x,
        y,
        radius,
        `fill="none" stroke="${mix(palette.ground, palette.ink, 0.5)}" stroke-width="${i % 3 === 0 ? 2.4 : 1.3}"`,
      ),
    );
    if (i % 2 === 0) {
      const [px, py, size] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle), own.between(9, 26)];
      if (py > title.ink.y + title.ink.height + 40 && py < author.ink.y - 50)
        orbits.push(
          circle(px, py, size + 7, `fill="${palette.ground}"`),
          circle(px, py, size, `fill="${i === 2 ? palette.ink : palette.accent}"`),
        );
    }
  }
  const clear = title.ink.y + title.ink.height + 30;
  return [
    ground(palette.ground),
    `<defs><clipPath id="q${key}"><rect y="${n(clear)}" width="800" height="${n(author.ink.y - 34 - clear)}"/></clipPath></defs>`,
    path(stars(plan, clear), `stroke="${palette.ink}" stroke-width="3.4" stroke-linecap="round"`),
    `<g clip-path="url(#q${key})">${orbits.join("")}</g>`,
    planet(x, y, reach, hasRing, plan),
    title.svg,
    author.svg,
  ].join("");
}

/** Where a book's planet is across the page, and what it looks like. */
export function choosePlanet({ own }: CoverPlan) {
  return { x: own.between(380, 600), reach: own.between(130, 190), hasRing: own.next() < 0.4 };
}

/** A planet lit from the left. */
export function planet(x: number, y: number, reach: number, hasRing: boolean, { palette, key }: CoverPlan): string {
  return [
    `<defs><linearGradient id="o${key}" x1="0.1" y1="0" x2="0.8" y2="1"><stop offset="0" stop-color="${palette.accent}"/><stop offset=".55" stop-color="${mix(palette.accent, palette.ground, 0.45)}"/><stop offset="1" stop-color="${mix(palette.ground, palette.accent, 0.08)}"/></linearGradient></defs>`,
    circle(x, y, reach, `fill="url(#o${key})"`),
    hasRing ? saturnRing(x, y, reach, palette.ink) : "",
  ].join("");
}

/** The part of a planet's ring that is in front of the planet. */
function saturnRing(x: number, y: number, reach: number, stroke: string): string {
  const arcs = [1.42, 1.54, 1.72].map(
    (share) =>
      `M${n(x - reach * share)} ${n(y)}A${n(reach * share)} ${n(reach * share * 0.26)} 0 0 0 ${n(x + reach * share)} ${n(y)}`,
  );
  return path(arcs.join(""), `fill="none" stroke="${stroke}" stroke-width="4" transform="rotate(-18 ${n(x)} ${n(y)})"`);
}

function stars({ own }: CoverPlan, top: number): string {
  return Array.from({ length: 46 }, () => `M${n(own.between(20, 780))} ${n(own.between(top, 1060))}h.1`).join("");
}
