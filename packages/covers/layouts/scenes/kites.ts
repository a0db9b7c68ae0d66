import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, measure, n, pageHeight, path } from "#covers/page.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";

/** The kites of each flight: position across and down the sky (0 to 1), size and lean. */
const flights = [
  [
    [0.3, 0.62, 0.24, -0.3],
    [0.78, 0.78, 0.17, 0.4],
    [0.64, 0.3, 0.36, 0.1],
  ],
  [[0.46, 0.42, 0.46, 0.25]],
  [
    [0.3, 0.32, 0.34, -0.3],
    [0.72, 0.62, 0.28, 0.25],
  ],
  [
    [0.16, 0.24, 0.12, -0.2],
    [0.4, 0.5, 0.16, 0.2],
    [0.62, 0.2, 0.17, -0.1],
    [0.82, 0.56, 0.2, 0.3],
    [0.2, 0.74, 0.12, 0.1],
  ],
] as const;

/** Paper kites in an open sky, their strings beyond the edge of the page. */
export function drawKites(plan: CoverPlan): string {
  const { palette, own } = plan;
  const title = setTitle(plan, measure(92, 480, 64), { fill: palette.ink, maxSize: 150 });
  const author = setAuthor(plan, measure(1030, pageHeight - 64, 64), {
    fill: palette.ink,
    valign: "bottom",
    maxSize: 46,
  });
  const top = title.ink.y + title.ink.height + 60;
  const room = author.ink.y - 60 - top;
  const inks = [mix(palette.accent, palette.ground, 0.45), palette.ink, palette.accent];
  const turn = own.whole(0, 2);
  const mirrored = own.next() < 0.5;
  const kites = own.pick(flights).map(([across, down, size, lean], i) => {
    const colours = [0, 1, 2].map((step) => inks[(i * 2 + turn + step) % 3]!) as [string, string, string];
    const x = 64 + 672 * (mirrored ? 1 - across : across) + own.between(-24, 24);
    return kite(
      x,
      top + room * down,
      Math.min(room * size, 200),
      (mirrored ? -lean : lean) + own.between(-0.12, 0.12),
      colours,
      author.ink.y - 40,
    );
  });
  return [ground(palette.ground), ...kites, title.svg, author.svg].join("");
}

/** A patang: a square on its corner, a bowed spar, a small tail, and a string to `hand` beyond the edge of the page. */
function kite(
  x: number,
  y: number,
  reach: number,
  turn: number,
  inks: readonly [string, string, string],
  hand: number,
): string {
  const [paper, spar, tail] = inks;
  const degrees = n((turn * 180) / Math.PI);
  const r = n(reach);
  const half = n(reach / 2);
  const parts = [
    path(`M0 ${n(reach * 0.72)}L${n(reach * 0.26)} ${n(reach * 1.22)}H-${n(reach * 0.26)}Z`, `fill="${tail}"`),
    path(`M0-${r}L${r} 0L0 ${r}L-${r} 0Z`, `fill="${paper}"`),
    path(`M0-${r}L${half}-${half}L0 0L-${half}-${half}Z`, `fill="${tail}"`),
    path(`M0-${r}V${r}M-${r} 0Q0-${n(reach * 0.95)} ${r} 0`, `fill="none" stroke="${spar}" stroke-width="3.5"`),
  ];
  const [footX, footY] = [x - Math.sin(turn) * reach, y + Math.cos(turn) * reach];
  const string = `M${n(x)} ${n(y)}Q${n(footX + 20)} ${n((footY + hand) / 2 + 40)} 820 ${n(hand)}`;
  return `${path(string, `fill="none" stroke="${spar}" stroke-width="1.8" opacity=".6"`)}<g transform="translate(${n(x)} ${n(y)}) rotate(${degrees})">${parts.join("")}</g>`;
}
