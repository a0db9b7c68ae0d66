import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { circle, ground, margin, measure, n, pageHeight, pageWidth, path } from "#covers/page.ts";
import { setAuthor, setTitle, titleFloor } from "#covers/set-parts.ts";

/** A low sun behind ridges or water, with the title in the open sky. */
export function drawHorizon(plan: CoverPlan): string {
  const { palette, shared, own } = plan;
  const title = setTitle(plan, measure(margin + 40, titleFloor(plan, 500)), {
    fill: palette.ink,
    valign: "top",
    align: "left",
    maxSize: 132,
  });
  const sea = shared.next() < 0.5;
  const line = Math.min(Math.max(800, title.ink.y + title.ink.height + 300), 870);
  const rise = own.between(0.15, 0.6);
  const radius = Math.min(own.between(170, 250), (line - title.ink.y - title.ink.height - 56) / (1 + rise));
  const x = own.pick([own.between(220, 320), 400, own.between(500, 590)]);
  const y = line - radius * rise;
  const land = mix(palette.ground, palette.ink, 0.12);
  const author = setAuthor(plan, measure(1030, pageHeight - margin), {
    fill: sea ? palette.ink : palette.ground,
    valign: "bottom",
  });
  return [
    ground(palette.ground),
    circle(x, y, radius, `fill="${palette.accent}"`),
    sea ? water(x, line, radius, palette.accent, palette.ground, own.between(0, 6)) : ridges(plan, line, land),
    title.svg,
    author.svg,
  ].join("");
}

function water(x: number, line: number, radius: number, sun: string, sea: string, phase: number): string {
  const strokes: string[] = [];
  for (let i = 0, y = line + 10; y < 1040; i++, y += 15 + i * 1.6) {
    const reach = radius * (1 - i * 0.045) * (0.72 + 0.28 * Math.sin(i * 2.4 + phase));
    const shift = 14 * Math.sin(i * 1.7 + phase);
    if (reach > 12) strokes.push(`M${n(x - reach + shift)} ${n(y)}H${n(x + reach + shift)}`);
  }
  return `<rect y="${n(line)}" width="${pageWidth}" height="${n(pageHeight - line)}" fill="${sea}"/>${path(strokes.join(""), `stroke="${sun}" stroke-width="9" stroke-linecap="round" fill="none"`)}${path(`M0 ${n(line)}H${pageWidth}`, `stroke="${sun}" stroke-width="2"`)}`;
}

function ridges({ palette, own }: CoverPlan, line: number, far: string): string {
  const tints = [far, mix(palette.ground, palette.ink, 0.45), palette.ink];
  return tints
    .map((fill, layer) => {
      const base = line + layer * 95 - 40;
      const tall = 80 - layer * 10;
      const [a, b, c] = [own.between(0, 6.28), own.between(1.4, 2.6), own.between(3.5, 6)];
      const points: string[] = [];
      for (let x = 0; x <= pageWidth; x += 16)
        points.push(
          `${x} ${n(base - tall * (0.6 * Math.sin(a + (x / pageWidth) * Math.PI * b) + 0.3 * Math.sin(a * 2 + (x / pageWidth) * Math.PI * c)))}`,
        );
      return path(`M${points.join("L")}V${pageHeight}H0Z`, `fill="${fill}"`);
    })
    .join("");
}
