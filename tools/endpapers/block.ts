/**
 * Endpapers in the style of block prints: each is a small stamp that the tile repeats. Written by `draw-endpapers.ts`.
 */

export function block() {
  return { ...jaal(), ...buti(), ...lehariya(), ...scales(), ...jali() };
}

/** An ogee lattice with a flower in every window. */
function jaal() {
  const size = { width: 80, height: 128 };
  const ogee = "M40 0C40 22 74 34 80 64C74 94 40 106 40 128M40 0C40 22 6 34 0 64C6 94 40 106 40 128";
  const inner = "M40 15C42 32 66 42 71 64C66 86 42 96 40 113C38 96 14 86 9 64C14 42 38 32 40 15Z";
  const leaf = "M0 22C7 14 7 6 0 0C-7 6 -7 14 0 22Z";
  const stem = (x: number, y: number) =>
    use(
      `<path d="M0 10V24" fill="none" stroke="#000" stroke-width="1.6"/><path d="M0 22C6 20 9 15 9 9C4 11 1 15 0 22C-1 15 -4 11 -9 9C-9 15 -6 20 0 22Z"/>`,
      x,
      y,
    );
  const lattice = `<path d="${ogee}" fill="none" stroke="#000" stroke-width="3"/><path d="${inner}" fill="none" stroke="#000" stroke-width="1" stroke-dasharray="0.1 4" stroke-linecap="round"/>`;
  const stems = [stem(40, 58), stem(0, 122), stem(80, 122), stem(0, -6), stem(80, -6)].join("");
  const flowers = [
    flower(40, 58, 8, 13),
    flower(0, 122, 8, 13),
    flower(80, 122, 8, 13),
    flower(0, -6, 8, 13),
    flower(80, -6, 8, 13),
  ].join("");
  const knots = use(`<path d="${leaf}"/>`, 40, -11) + use(`<path d="${leaf}"/>`, 40, 117);
  return { "jaal-a": { ...size, body: lattice + stems }, "jaal-b": { ...size, body: flowers + knots } };
}

/** Small sprigs in half-drop, with a dot between. */
function buti() {
  const size = { width: 72, height: 72 };
  const sprig = `<path d="M0 4C1 12 0 18 -3 25" fill="none" stroke="#000" stroke-width="1.5" stroke-linecap="round"/><path d="M0 16C6 16 11 12 12 6C6 6 1 9 0 16ZM-1 20C-7 20 -11 17 -12 11C-6 11 -2 14 -1 20Z"/>`;
  const at = [
    [18, 14],
    [54, 50],
    [18, 86],
    [54, -22],
  ] as const;
  const dots = [
    [54, 14],
    [18, 50],
    [36, 32],
    [0, 32],
    [72, 32],
    [36, 68],
    [36, -4],
    [0, 68],
    [72, 68],
    [0, -4],
    [72, -4],
  ] as const;
  return {
    "buti-a": {
      ...size,
      body:
        at.map(([x, y]) => use(sprig, x, y)).join("") +
        dots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.5"/>`).join(""),
    },
    "buti-b": { ...size, body: at.map(([x, y]) => flower(x, y, 6, 9)).join("") },
  };
}

/** Lehariya: the waves of a Rajasthani turban. */
function lehariya() {
  const size = { width: 64, height: 72 };
  const wave = (y: number, thick: number) =>
    `<path d="M-2 ${y + 1.6}L0 ${y}L16 ${y + 13}L32 ${y}L48 ${y + 13}L64 ${y}L66 ${y + 1.6}" fill="none" stroke="#000" stroke-width="${thick}" stroke-linejoin="miter"/>`;
  const repeat = (y: number, thick: number) => wave(y, thick) + wave(y - 72, thick);
  return {
    "lehariya-a": { ...size, body: repeat(6, 7) + repeat(17, 2.4) + repeat(62, 2.4) },
    "lehariya-b": { ...size, body: repeat(30, 2) + repeat(40, 5.5) + repeat(50, 2) },
  };
}

/** Paste paper, combed into overlapping scales. */
function scales() {
  const size = { width: 64, height: 64 };
  const scale = (x: number, y: number, radii: number[], width: number) =>
    radii
      .map(
        (r) =>
          `<path d="M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}" fill="none" stroke="#000" stroke-width="${width}"/>`,
      )
      .join("");
  const centres = [
    [0, 32],
    [64, 32],
    [32, 64],
    [32, 0],
    [0, 96],
    [64, 96],
  ] as const;
  const clip = (body: string) => body;
  const outer = centres.map(([x, y]) => scale(x, y, [30.5, 24], 3)).join("");
  const inner = centres
    .map(([x, y]) => scale(x, y, [17, 11], 2) + `<path d="M${x - 6} ${y}A6 6 0 0 1 ${x + 6} ${y}Z"/>`)
    .join("");
  return { "scales-a": { ...size, body: clip(outer) }, "scales-b": { ...size, body: clip(inner) } };
}

/** A pierced stone screen: eight-pointed stars and the crosses between them. */
function jali() {
  const size = { width: 96, height: 96 };
  const star = (x: number, y: number, r: number) => {
    const points = Array.from({ length: 16 }, (_, index) => {
      const reach = index % 2 === 0 ? r : r * 0.765;
      const turn = (index * Math.PI) / 8;
      return `${round(x + reach * Math.sin(turn))} ${round(y - reach * Math.cos(turn))}`;
    });
    return `M${points.join("L")}Z`;
  };
  const corners = [
    [0, 0],
    [96, 0],
    [0, 96],
    [96, 96],
  ] as const;
  const line = (d: string, width: number) =>
    `<path d="${d}" fill="none" stroke="#000" stroke-width="${width}" stroke-linejoin="round"/>`;
  const stars = star(48, 48, 34) + corners.map(([x, y]) => star(x, y, 34)).join("");
  const bars = "M48 0V14M48 82V96M0 48H14M82 48H96M24 24L72 72M24 72L72 24";
  const rays = "M34 0H62M34 96H62M0 34V62M96 34V62";
  return {
    "jali-a": { ...size, body: line(stars, 2.6) + line(bars.slice(0, bars.indexOf("M24")), 2.6) + line(rays, 2.6) },
    "jali-b": {
      ...size,
      body:
        flower(48, 48, 8, 17) +
        corners.map(([x, y]) => flower(x, y, 8, 17)).join("") +
        [
          [48, 0],
          [48, 96],
          [0, 48],
          [96, 48],
        ]
          .map(([x = 0, y = 0]) => `<path d="M${x} ${y - 7}L${x + 7} ${y}L${x} ${y + 7}L${x - 7} ${y}Z"/>`)
          .join(""),
    },
  };
}

/** A round flower: petals as narrow drops around an open eye. */
function flower(x: number, y: number, petals: number, reach: number): string {
  const width = (reach * 2.05) / petals;
  const petal = `M0 ${round(-reach * 0.34)}C${round(width)} ${round(-reach * 0.6)} ${round(width)} ${round(-reach * 0.9)} 0 ${-reach}C${round(-width)} ${round(-reach * 0.9)} ${round(-width)} ${round(-reach * 0.6)} 0 ${round(-reach * 0.34)}Z`;
  const ring = Array.from(
    { length: petals },
    (_, index) => `<path d="${petal}" transform="rotate(${round((360 / petals) * index)})"/>`,
  ).join("");
  return use(`${ring}<circle r="${round(reach * 0.2)}"/>`, x, y);
}

function use(body: string, x: number, y: number): string {
  return `<g transform="translate(${x} ${y})">${body}</g>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
