import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, margin, measure, n, pageHeight, pageWidth, path } from "#covers/page.ts";
import { setAuthor, setTitle, titleFloor } from "#covers/set-parts.ts";

/** Strata: bands that thicken towards the foot, under a title set flush left. */
export function drawBands(plan: CoverPlan): string {
  const { palette, shared, own } = plan;
  const author = setAuthor(plan, measure(margin, 170), { fill: palette.ink, valign: "top" });
  const title = setTitle(plan, measure(author.ink.y + author.ink.height + 54, titleFloor(plan, 600)), {
    fill: palette.ink,
    valign: "top",
    maxSize: 142,
  });
  const horizon = Math.max(title.ink.y + title.ink.height + 84, 470);
  const inks = [
    palette.accent,
    palette.ink,
    mix(palette.accent, palette.ground, 0.45),
    palette.accent,
    mix(palette.ink, palette.accent, 0.5),
  ];
  const count = shared.whole(7, 11);
  const swell = shared.pick([0, 1, 1, 1]);
  const bands: string[] = [];
  const [phase, pace] = [own.between(0, 6.28), own.between(0.8, 1.5)];
  let y = horizon;
  for (let i = 0; i < count; i++) {
    const share = i / (count - 1);
    bands.push(
      path(
        `${wave(y, swell * (10 + 40 * share), phase + share * 0.9, pace)}V${pageHeight}H0Z`,
        `fill="${i % 2 ? palette.ground : inks[(i / 2) % inks.length]}"`,
      ),
    );
    y += ((pageHeight - horizon) / count) * (i % 2 ? 0.2 + 0.5 * (1 - share) : 0.5 + 1.5 * share);
  }
  return [ground(palette.ground), ...bands, author.svg, title.svg].join("");
}

function wave(y: number, swell: number, phase: number, pace: number): string {
  if (swell === 0) return `M0 ${n(y)}H${pageWidth}`;
  const points: string[] = [];
  for (let x = 0; x <= pageWidth; x += 40)
    points.push(`${x} ${n(y + swell * Math.sin(phase + (x / pageWidth) * Math.PI * pace) - swell * Math.sin(phase))}`);
  return `M${points.join("L")}`;
}
