import type { Point } from "./flatness.ts";

/** One chart: lines over time, in one unit. */
export interface LineChart {
  title: string;
  unit: string;
  lines: { name: string; points: readonly Point[] }[];
}

const [width, chartHeight] = [860, 190];
const box = { left: 64, right: 150, top: 44, bottom: 34 };
const plot = { width: width - box.left - box.right, height: chartHeight - box.top - box.bottom };
const headHeight = 54;

/**
 * Draws charts below each other as an SVG for light and dark colour schemes, with axes from zero. Points are in
 * milliseconds; the time axis is in minutes since `from`.
 */
export function drawLineCharts(title: string, subtitle: string, from: number, charts: readonly LineChart[]): string {
  const height = headHeight + charts.length * chartHeight;
  const minutes = Math.max(
    ...charts.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(({ at }) => (at - from) / 60_000))),
  );
  const drawn = charts.map((chart, place) => drawChart(chart, place, from, minutes));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(`${title}: ${subtitle}`)}">
<style>
  svg { background: #fffdf8; color: #2a2420; font: 13px system-ui, sans-serif }
  text { fill: currentColor } .quiet { opacity: 0.72; font-size: 12px } .title { font-size: 17px; font-weight: 600 }
  .grid { stroke: currentColor; opacity: 0.14 } .line { fill: none; stroke-width: 1.8 }
  .c0 { stroke: #8a2f2b } .c1 { stroke: #2f5d73 } .t0 { fill: #8a2f2b } .t1 { fill: #2f5d73 }
  @media (prefers-color-scheme: dark) {
    svg { background: #1d1a17; color: #ece4d8 } .c0 { stroke: #e58f7b } .c1 { stroke: #83b9d1 }
    .t0 { fill: #e58f7b } .t1 { fill: #83b9d1 }
  }
</style>
<text class="title" x="16" y="28">${escape(title)}</text>
<text class="quiet" x="16" y="47">${escape(subtitle)}</text>
${drawn.join("\n")}
</svg>
`;
}

function drawChart({ title, unit, lines }: LineChart, place: number, from: number, minutes: number): string {
  const top = headHeight + place * chartHeight;
  const highest = niceTop(Math.max(...lines.flatMap(({ points }) => points.map(({ value }) => value))));
  const x = (minute: number) => box.left + (minute / minutes) * plot.width;
  const y = (value: number) => top + box.top + (1 - value / highest) * plot.height;
  const levels = [0, highest / 2, highest].map(
    (level) =>
      `<line class="grid" x1="${box.left}" x2="${box.left + plot.width}" y1="${at(y(level))}" y2="${at(y(level))}"/>` +
      `<text class="quiet" text-anchor="end" x="${box.left - 8}" y="${at(y(level) + 4)}">${level}</text>`,
  );
  const marks = minuteMarks(minutes).map(
    (minute, number, all) =>
      `<text class="quiet" text-anchor="middle" x="${at(x(minute))}" y="${at(y(0) + 18)}">${minute}${number === all.length - 1 ? " min" : ""}</text>`,
  );
  const names = placeNames(lines.map(({ points }) => y(points.at(-1)!.value)));
  const drawn = lines.map(({ name, points }, number) => {
    const path = points.map(({ at: time, value }) => `${at(x((time - from) / 60_000))},${at(y(value))}`).join(" ");
    return (
      `<polyline class="line c${number}" points="${path}"/>` +
      `<text class="t${number}" x="${box.left + plot.width + 8}" y="${at(names[number]! + 4)}">${escape(name)}</text>`
    );
  });
  const head = `<text x="16" y="${top + 26}"><tspan font-weight="600">${escape(title)}</tspan> <tspan class="quiet">${escape(unit)}</tspan></text>`;
  return [head, ...levels, ...marks, ...drawn].join("\n");
}

/** Rounds up to 1, 2, 4, 5, 6, 8 or 10 times a power of ten. */
function niceTop(number: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(number, 1)));
  return [1, 2, 4, 5, 6, 8, 10].find((step) => step * power >= number)! * power;
}

/** Marks of the time axis in whole minutes, from 0: at most nine, up to 32 hours. */
function minuteMarks(minutes: number): number[] {
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 240].find((every) => minutes / every <= 8) ?? 480;
  return Array.from({ length: Math.floor(minutes / step) + 1 }, (_, place) => place * step);
}

/** Vertical positions of the names at the ends of lines. They are moved apart if two lines end close to each other. */
function placeNames(ends: number[]): number[] {
  const [first = 0, second] = ends;
  if (second === undefined || Math.abs(first - second) >= 16) return ends;
  const middle = (first + second) / 2;
  return first <= second ? [middle - 8, middle + 8] : [middle + 8, middle - 8];
}

function at(number: number): string {
  return String(Math.round(number * 10) / 10);
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
