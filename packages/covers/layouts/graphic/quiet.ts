/** The cover layout "quiet": a small title above one large picture. */
import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, margin, measure, n, pageHeight, pageWidth, path } from "#covers/page.ts";
import { petal } from "#covers/patterns/block-print.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";

/** The vertical space for the picture, in pixels of the page. */
interface Room {
  top: number;
  bottom: number;
}

/** Draws the title above a moon, its phases, a branch, or rings on water. */
export function drawQuiet(plan: CoverPlan): string {
  const { palette, shared } = plan;
  const picture = shared.pick([moon, phases, branch, ripples]);
  const title = setTitle(plan, measure(margin + 8, 430), { fill: palette.ink, maxSize: 116 });
  const author = setAuthor(plan, measure(1030, pageHeight - margin), { fill: palette.ink, valign: "bottom" });
  const room = { top: title.ink.y + title.ink.height + 56, bottom: author.ink.y - 56 };
  return [ground(palette.ground), picture(plan, room), title.svg, author.svg].join("");
}

/** A full moon with a haze, partly beyond the edge of the page. */
function moon({ palette, own }: CoverPlan, { top, bottom }: Room): string {
  const reach = Math.min((bottom - top) / 2, 330);
  const x = own.pick([own.between(250, 330), own.between(480, 560)]);
  const y = (top + bottom) / 2;
  const haze = [1, 0.9].map((share, i) =>
    circle(x, y, reach * share, `fill="${mix(palette.ground, palette.accent, 0.16 + i * 0.16)}"`),
  );
  const seas = [
    [-0.28, -0.24, 0.2],
    [0.22, -0.34, 0.12],
    [0.08, 0.1, 0.26],
    [-0.34, 0.26, 0.1],
    [0.38, 0.2, 0.09],
  ].map(([dx, dy, size]) =>
    circle(
      x + dx! * reach,
      y + dy! * reach,
      size! * reach * 0.9,
      `fill="${mix(palette.accent, palette.ground, 0.24)}"`,
    ),
  );
  return haze.join("") + circle(x, y, reach * 0.78, `fill="${palette.accent}"`) + seas.join("");
}

/** The phases of a moon in three rows of three. */
function phases({ palette, own }: CoverPlan, { top, bottom }: Room): string {
  const pitch = Math.min((bottom - top) / 3, (pageWidth - 2 * margin) / 3);
  const reach = pitch * 0.41;
  const left = (pageWidth - 3 * pitch) / 2;
  const start = top + (bottom - top - 3 * pitch) / 2;
  const dark = mix(palette.ground, palette.ink, 0.14);
  const full = own.whole(3, 5);
  return Array.from({ length: 9 }, (_, i) => {
    const x = left + pitch * ((i % 3) + 0.5);
    const y = start + pitch * (Math.floor(i / 3) + 0.5);
    const phase = (i - full) / 5;
    const disc = circle(x, y, reach, `fill="${dark}"`);
    if (Math.abs(phase) >= 0.99) return disc;
    if (phase === 0) return disc + circle(x, y, reach, `fill="${palette.accent}"`);
    const bulge = n(reach * Math.abs(1 - 2 * Math.abs(phase)));
    const limb = phase > 0 ? 0 : 1;
    const inner = Math.abs(phase) < 0.5 ? limb : 1 - limb;
    const lit = `M${n(x)} ${n(y - reach)}A${n(reach)} ${n(reach)} 0 0 ${limb} ${n(x)} ${n(y + reach)}A${bulge} ${n(reach)} 0 0 ${inner} ${n(x)} ${n(y - reach)}Z`;
    return disc + path(lit, `fill="${palette.accent}"`);
  }).join("");
}

/** A leafy branch across the page. */
function branch({ palette, own }: CoverPlan, { top, bottom }: Room): string {
  const isMirrored = own.next() < 0.5;
  const across = (x: number) => (isMirrored ? pageWidth - x : x);
  const height = bottom - top;
  const [sx, sy] = [across(-20), bottom - height * 0.06];
  const [cx, cy] = [across(own.between(300, 420)), bottom - height * 0.2];
  const [ex, ey] = [across(own.between(640, 700)), top + height * 0.12];
  const count = own.whole(7, 9);
  const long = height * own.between(0.3, 0.36);
  const leaves = Array.from({ length: count }, (_, i) => {
    const t = (i + 1) / count;
    const x = (1 - t) ** 2 * sx + 2 * t * (1 - t) * cx + t * t * ex;
    const y = (1 - t) ** 2 * sy + 2 * t * (1 - t) * cy + t * t * ey;
    const heading = Math.atan2((1 - t) * (cx - sx) + t * (ex - cx), -((1 - t) * (cy - sy) + t * (ey - cy)));
    const size = long * (1 - 0.4 * t);
    const turn = i === count - 1 ? heading : heading + (i % 2 ? 0.85 : -0.85);
    const fill = i % 3 === 2 ? mix(palette.accent, palette.ink, 0.45) : palette.accent;
    const vein = `M${n(x)} ${n(y)}l${n(size * 0.72 * Math.sin(turn))} ${n(-size * 0.72 * Math.cos(turn))}`;
    return (
      path(petal(x, y, size, size * 0.2, turn), `fill="${fill}"`) +
      path(vein, `stroke="${palette.ground}" stroke-width="4" stroke-linecap="round"`)
    );
  });
  const stem = `M${n(sx)} ${n(sy)}Q${n(cx)} ${n(cy)} ${n(ex)} ${n(ey)}`;
  const disc = circle(
    across(520),
    (top + bottom) / 2,
    height * 0.42,
    `fill="${mix(palette.ground, palette.ink, 0.1)}"`,
  );
  return (
    disc + leaves.join("") + path(stem, `fill="none" stroke="${palette.ink}" stroke-width="9" stroke-linecap="round"`)
  );
}

/** Rings on still water, wider than the page. */
function ripples({ palette, own }: CoverPlan, { top, bottom }: Room): string {
  const x = own.between(300, 500);
  const y = top + (bottom - top) * 0.62;
  const rings = Array.from({ length: 9 }, (_, i) => {
    const wide = 60 + i * 62 + i * i * 4;
    return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(wide)}" ry="${n(Math.min(wide * 0.3, bottom - y))}" stroke-width="${n(15 - i * 1.4)}"/>`;
  });
  const sun = circle(x, top + (bottom - top) * 0.2, (bottom - top) * 0.19, `fill="${palette.accent}"`);
  const level = y - Math.min((60 + 8 * 62 + 64 * 4) * 0.3, bottom - y);
  const water = `<rect y="${n(level)}" width="${pageWidth}" height="${n(bottom - level)}" fill="${mix(palette.ground, palette.ink, 0.12)}"/>`;
  return `${sun}${water}<g fill="none" stroke="${palette.ink}">${rings.join("")}</g>`;
}
