import type { CoverPlan } from "#covers/cover-plan.ts";
import { findThings } from "#covers/named-things.ts";
import { circle, ground, margin, measure, n, pageHeight, path } from "#covers/page.ts";
import { setAuthor, setTitle, titleFloor } from "#covers/set-parts.ts";

const pitch = 22;

/** A form made only of dots that grow and shrink, as in newspaper ink. */
export function drawHalftone(plan: CoverPlan): string {
  const { palette } = plan;
  const title = setTitle(plan, measure(margin, titleFloor(plan, 460)), { fill: palette.ink, maxSize: 132 });
  const { form, turn } = chooseForm(plan);
  const foot = title.ink.y + title.ink.height;
  const author = setAuthor(
    plan,
    form === eclipse ? measure(foot + 40, foot + 140) : measure(1070, pageHeight - margin),
    { fill: palette.ink, valign: form === eclipse ? "top" : "bottom" },
  );
  const below = form === eclipse ? author.ink.y + author.ink.height : foot;
  const bottom = form === eclipse ? pageHeight + 20 : author.ink.y - 64;
  const top = below + 70;
  const moon = form === eclipse ? circle(...eclipseDisc(top, bottom, turn), `fill="${palette.ground}"`) : "";
  return [
    ground(palette.ground),
    dots(form(top, bottom, turn), top, bottom, palette.accent),
    moon,
    title.svg,
    author.svg,
  ].join("");
}

/** A sphere only for a title of the world or the sky: for others it is just a ball. */
function chooseForm({ title, shared, own }: CoverPlan) {
  const things = findThings(title);
  const isRound = things.some((thing) => thing === "world" || thing === "moon" || thing === "star");
  return { form: shared.pick(isRound ? [sphere] : [swell, dusk, eclipse]), turn: own.between(0, 1) };
}

/** The sphere of dots of a book, 660 pixels wide in the middle of 800 by 800; null if its form is another. */
export function drawSphere(plan: CoverPlan): string | null {
  const { form, turn } = chooseForm(plan);
  if (form !== sphere) return null;
  const aside = (turn - 0.5) * 160;
  return `<g transform="translate(${n(-aside)} 0)">${dots(sphere(0, 800, turn), 0, 800, plan.palette.accent)}</g>`;
}

type Tone = (x: number, y: number) => number;

function dots(tone: Tone, top: number, bottom: number, fill: string): string {
  const bySize = new Map<number, string[]>();
  for (let row = 0, y = top + pitch / 2; y < bottom; row++, y += pitch * 0.866) {
    for (let x = row % 2 ? 0 : pitch / 2; x <= 800; x += pitch) {
      const size = Math.round(Math.min(Math.max(tone(x, y), 0), 1) * 12) * (pitch / 11.4);
      if (size < 2) continue;
      const group = bySize.get(size) ?? [];
      group.push(`M${Math.round(x)} ${Math.round(y)}h0`);
      bySize.set(size, group);
    }
  }
  const groups = [...bySize].map(([size, marks]) => path(marks.join(""), `stroke-width="${size.toFixed(1)}"`));
  return `<g fill="none" stroke="${fill}" stroke-linecap="round">${groups.join("")}</g>`;
}

function sphere(top: number, bottom: number, turn: number): Tone {
  const [cx, cy, reach] = [400 + (turn - 0.5) * 160, (top + bottom) / 2, Math.min((bottom - top) / 2, 330)];
  const light = [Math.cos(turn * 6) * 0.55, -0.55, 0.63] as const;
  return (x, y) => {
    const [dx, dy] = [(x - cx) / reach, (y - cy) / reach];
    const depth = 1 - dx * dx - dy * dy;
    return depth < 0 ? 0 : 0.94 - 0.9 * Math.max(0, dx * light[0] + dy * light[1] + Math.sqrt(depth) * light[2]);
  };
}

/** A swell of broad waves, higher towards the foot. */
function swell(top: number, bottom: number, turn: number): Tone {
  return (x, y) => {
    const share = (y - top) / (bottom - top);
    const bend = 0.34 * Math.sin(x / 150 + turn * 6.28) * (1.1 - 0.5 * share) + 0.12 * Math.sin(x / 90 + turn * 9);
    return (0.5 - 0.5 * Math.cos(2 * Math.PI * (4.6 * share ** 0.8 + bend))) ** 1.3 * (0.5 + 0.48 * share);
  };
}

/** A sun in a sky that darkens towards the ground, above the dark hill it sets behind. */
function dusk(top: number, bottom: number, turn: number): Tone {
  const height = bottom - top;
  const [cx, cy, reach] = [250 + turn * 300, top + height * 0.46, Math.min(height * 0.27, 170)];
  const slope = (turn - 0.5) * 0.3;
  return (x, y) => {
    const hill = top + height * (0.76 - 0.12 * Math.cos((x - 400) / 260)) + slope * (x - 400);
    if (y > hill) return 1;
    if (Math.hypot(x - cx, y - cy) < reach) return 0;
    return 0.18 + 0.5 * ((y - top) / height) ** 1.4;
  };
}

/** The dark disc of an eclipse: dots crowd at its edge and thin out into the page. */
function eclipse(top: number, bottom: number, turn: number): Tone {
  const [x, y, reach] = eclipseDisc(top, bottom, turn);
  return (atX, atY) => {
    const distance = Math.hypot(atX - x, atY - y) / reach;
    return distance < 0.93
      ? 0
      : 1.02 - (distance - 1) * (0.62 + 0.1 * Math.sin(Math.atan2(atY - y, atX - x) * 9 + turn * 6));
  };
}

function eclipseDisc(top: number, bottom: number, turn: number): [x: number, y: number, reach: number] {
  return [300 + turn * 200, (top + bottom) / 2 + 10, Math.min(190, (bottom - top) * 0.27)];
}
