import { createSeededRandom } from "./seeded-random.ts";
import { pageHeight, pageWidth } from "./page.ts";

const grainSize = 240;

/** Flecks of paper fibre as one path, equal on every cover. */
function drawGrain(seed: string, count: number): string {
  const random = createSeededRandom(seed);
  return Array.from({ length: count }, () => `M${random.whole(0, grainSize)} ${random.whole(0, grainSize)}h1`).join("");
}

const light = drawGrain("light", 420);
const dark = drawGrain("dark", 420);

/** Paper texture, spine and edges drawn over a finished design, so that it looks like a printed book. */
export function drawFinish(key: string): string {
  const page = `width="${pageWidth}" height="${pageHeight}"`;
  return [
    `<defs><pattern id="g${key}" width="${grainSize}" height="${grainSize}" patternUnits="userSpaceOnUse"><path d="${light}" stroke="#fff" stroke-width="1.6" opacity=".09"/><path d="${dark}" stroke="#000" stroke-width="1.6" opacity=".07"/></pattern>`,
    `<linearGradient id="s${key}"><stop offset="0" stop-color="#000" stop-opacity=".26"/><stop offset=".012" stop-color="#fff" stop-opacity=".14"/><stop offset=".026" stop-color="#fff" stop-opacity=".05"/><stop offset=".034" stop-color="#000" stop-opacity=".16"/><stop offset=".05" stop-color="#000" stop-opacity=".03"/><stop offset=".5" stop-color="#fff" stop-opacity=".03"/><stop offset="1" stop-color="#000" stop-opacity=".06"/></linearGradient></defs>`,
    `<rect ${page} fill="url(#g${key})"/><rect ${page} fill="url(#s${key})"/>`,
    `<path d="M0 1H${pageWidth}M${pageWidth - 1} 0V${pageHeight}" stroke="#fff" stroke-opacity=".22" stroke-width="2" fill="none"/>`,
    `<path d="M0 ${pageHeight - 1}H${pageWidth}" stroke="#000" stroke-opacity=".18" stroke-width="2" fill="none"/>`,
  ].join("");
}
