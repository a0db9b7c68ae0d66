const width = 112;
const height = 224;
const toothGap = 28;
const pull = 46;
const bands = 20;

/**
 * Nonpareil marbling: stripes of ink, pulled upwards by a fine comb. Two of its three inks are drawn; the third is the
 * background.
 */
export function marble() {
  return { "marble-a": sheet(1), "marble-b": sheet(2) };
}

function sheet(ink: number) {
  let path = "";
  for (let band = -4; band < bands + 6; band += 1) {
    if (modulo(band, 4) !== ink) continue;
    path += bandPath(band);
  }
  return { width, height, body: `<path d="${path}"/>` };
}

/**
 * The position of a band's edge. Bands differ in thickness, like dropped ink, but are the same in each repeat of the
 * tile.
 */
function edge(band: number): number {
  const repeat = Math.floor(band / bands);
  const inRepeat = modulo(band, bands);
  return repeat * height + (inRepeat * height) / bands + 3.1 * Math.sin(inRepeat * 2.4) * (inRepeat === 0 ? 0 : 1);
}

function bandPath(band: number): string {
  const top: string[] = [];
  const bottom: string[] = [];
  for (let x = -toothGap; x <= width + toothGap; x += 2) {
    top.push(combed(x, edge(band)));
    bottom.unshift(combed(x, edge(band + 1)));
  }
  return `M${top.join("L")}L${bottom.join("L")}Z`;
}

/**
 * The position of a point of a flat stripe after combing. Points near a tooth are moved the most, and the teeth deviate
 * a little from a straight line.
 */
function combed(x: number, y: number): string {
  const fromTooth = Math.abs(modulo(x, toothGap) - toothGap / 2);
  const dragged = y - pull * Math.exp(-fromTooth / 5.2);
  const wander = 2.6 * Math.sin((2 * Math.PI * dragged) / height) + 1.3 * Math.sin((6 * Math.PI * dragged) / height);
  return `${round(x + wander)} ${round(dragged)}`;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
