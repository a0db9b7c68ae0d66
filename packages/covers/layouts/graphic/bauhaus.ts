import type { SeededRandom } from "#covers/seeded-random.ts";
import { mix } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import { ground, margin, measure, n, pageHeight, pageWidth } from "#covers/page.ts";
import { setAuthor, setTitle, titleFloor } from "#covers/set-parts.ts";

type Shape = (x: number, y: number, size: number) => string;

/** Quarter circles, discs, wedges and stripes on a grid that bleeds off three edges. */
export function drawBauhaus(plan: CoverPlan): string {
  const { palette, own } = plan;
  const author = setAuthor(plan, measure(margin, 160), { fill: palette.ink });
  const below = author.ink.y + author.ink.height;
  const title = setTitle(plan, measure(below + 54, titleFloor(plan, 640)), {
    fill: palette.ink,
    maxSize: 124,
  });
  const room = pageHeight - title.ink.y - title.ink.height - 60;
  const columns = fullest([3, 4, 5], room);
  const size = pageWidth / columns;
  const rows = Math.max(1, Math.floor(room / size));
  const top = pageHeight - rows * size;
  const inks = [palette.ink, palette.accent, palette.ground, mix(palette.accent, palette.ground, 0.5)];
  const cells: string[] = [];
  let before: Shape | null = null;
  for (let i = 0; i < rows * columns; i++) {
    const [x, y] = [(i % columns) * size, top + Math.floor(i / columns) * size];
    const back = own.pick(inks);
    const front = own.pick(inks.filter((ink) => ink !== back));
    const shape: Shape = own.pick(shapes(own).filter((candidate) => candidate !== before));
    before = shape;
    cells.push(
      `<path d="M${n(x)} ${n(y)}h${n(size + 0.6)}v${n(size + 0.6)}h${n(-size - 0.6)}Z" fill="${back}"/><path d="${shape(x, y, size)}" fill="${front}"/>`,
    );
  }
  return [ground(palette.ground), ...cells, author.svg, title.svg].join("");
}

/** The number of columns whose square cells leave the least height empty. */
function fullest(choices: number[], room: number): number {
  return choices.toSorted((a, b) => (room % (pageWidth / a)) - (room % (pageWidth / b)))[0]!;
}

function shapes(random: SeededRandom): Shape[] {
  return [
    quarter(random.whole(0, 3)),
    quarter(random.whole(0, 3)),
    half(random.whole(0, 1)),
    disc,
    wedge(random.whole(0, 3)),
    stripes,
    petals,
  ];
}

function corner(turn: number, x: number, y: number, size: number): [number, number, number, number] {
  return [x + (turn % 2) * size, y + (turn > 1 ? size : 0), turn % 2 ? -1 : 1, turn > 1 ? -1 : 1];
}

function quarter(turn: number): Shape {
  return (x, y, size) => {
    const [cx, cy, right, down] = corner(turn, x, y, size);
    return `M${n(cx)} ${n(cy)}h${n(right * size)}A${n(size)} ${n(size)} 0 0 ${right * down > 0 ? 1 : 0} ${n(cx)} ${n(cy + down * size)}Z`;
  };
}

function half(turn: number): Shape {
  return (x, y, size) => {
    const r = n(size / 2);
    return turn
      ? `M${n(x)} ${n(y)}A${r} ${r} 0 0 1 ${n(x)} ${n(y + size)}ZM${n(x + size / 2)} ${n(y)}A${r} ${r} 0 0 1 ${n(x + size / 2)} ${n(y + size)}Z`
      : `M${n(x)} ${n(y + size / 2)}A${r} ${r} 0 0 1 ${n(x + size)} ${n(y + size / 2)}ZM${n(x)} ${n(y + size)}A${r} ${r} 0 0 1 ${n(x + size)} ${n(y + size)}Z`;
  };
}

function disc(x: number, y: number, size: number): string {
  const r = size * 0.38;
  return `M${n(x + size / 2 - r)} ${n(y + size / 2)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0Z`;
}

function wedge(turn: number): Shape {
  return (x, y, size) => {
    const [cx, cy, right, down] = corner(turn, x, y, size);
    return `M${n(cx)} ${n(cy)}h${n(right * size)}L${n(cx)} ${n(cy + down * size)}Z`;
  };
}

function stripes(x: number, y: number, size: number): string {
  return [0, 1, 2, 3].map((i) => `M${n(x)} ${n(y + (i * size) / 4)}h${n(size)}v${n(size / 8)}h${n(-size)}Z`).join("");
}

function petals(x: number, y: number, size: number): string {
  const s = n(size);
  return `M${n(x)} ${n(y)}A${s} ${s} 0 0 1 ${n(x + size)} ${n(y + size)}A${s} ${s} 0 0 1 ${n(x)} ${n(y)}Z`;
}
