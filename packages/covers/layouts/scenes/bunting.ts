import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, margin, measure, n, pageHeight, pageWidth, path } from "#covers/page.ts";
import { star } from "#covers/patterns/lattice.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";

/** Strings of paper flags and stars above and below a large title. */
export function drawBunting(plan: CoverPlan): string {
  const { palette, own } = plan;
  const title = setTitle(plan, measure(410, 860, 64), {
    fill: palette.ink,
    align: "center",
    valign: "middle",
    maxSize: 168,
  });
  const author = setAuthor(plan, measure(1046, pageHeight - margin, 64), {
    fill: palette.ink,
    align: "center",
    valign: "bottom",
  });
  const inks = [
    palette.accent,
    palette.ink,
    mix(palette.accent, palette.ground, 0.5),
    mix(palette.ink, palette.ground, 0.45),
  ];
  const start = own.whole(0, 3);
  const strings = [
    [-40, 40, 150],
    [120, -30, 140],
  ].map(([left, right, sag], row) => bunting(left!, right!, sag!, 8 + row, inks, start + row));
  const below = title.ink.y + title.ink.height;
  const band = (below + author.ink.y) / 2;
  const reach = Math.min(46, (author.ink.y - below) / 2 - 16);
  const stars =
    reach > 16
      ? [0, 1, 2, 3, 4].map((i) =>
          path(
            star(pageWidth / 2 + (i - 2) * 132, band, own.pick([5, 6, 8]), reach * (i % 2 ? 0.72 : 1), reach * 0.42),
            `fill="${inks[(i + start) % 3]!}"`,
          ),
        )
      : [];
  return [ground(palette.ground), ...strings, ...stars, title.svg, author.svg].join("");
}

/** Flags along a string that hangs from the left edge to the right edge at given heights. */
function bunting(left: number, right: number, sag: number, count: number, inks: string[], start: number): string {
  const at = (t: number) => ({ x: t * pageWidth, y: 60 + left * (1 - t) + right * t + 4 * sag * t * (1 - t) });
  const flags = Array.from({ length: count }, (_, i) => {
    const [a, b] = [at((i + 0.08) / count), at((i + 0.92) / count)];
    const drop = pageWidth / count;
    return path(
      `M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}L${n((a.x + b.x) / 2)} ${n((a.y + b.y) / 2 + drop * 1.25)}Z`,
      `fill="${inks[(i + start) % inks.length]!}"`,
    );
  });
  const [from, middle, to] = [at(0), at(0.5), at(1)];
  const control = 2 * middle.y - (from.y + to.y) / 2;
  const string = `M0 ${n(from.y)}Q${n(pageWidth / 2)} ${n(control)} ${pageWidth} ${n(to.y)}`;
  return flags.join("") + path(string, `fill="none" stroke="${inks[1]!}" stroke-width="5"`);
}
