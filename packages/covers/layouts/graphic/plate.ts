import { hexContrast, mix, readableOn } from "#covers/colour.ts";
import type { CoverPlan } from "#covers/cover-plan.ts";
import type { Palette } from "#covers/palettes.ts";
import { ground, measure, n, pageHeight, pageWidth, path } from "#covers/page.ts";
import { drawEndpaper, endpaperNames } from "#covers/patterns/endpaper.ts";
import { setAuthor, setTitle } from "#covers/set-parts.ts";

interface Label {
  top: number;
  bottom: number;
  left: number;
  /** Distance of the text from the edge of the label, in pixels. */
  pad: number;
  /** Further distance of the author's name, where the label is narrower at its foot. */
  foot: number;
  outline(inset: number): string;
}

/** A patterned paper around the whole book, with a pasted label for title and author. */
export function drawPlate(plan: CoverPlan): string {
  const { palette, shared, key } = plan;
  const paper = drawEndpaper(shared.pick(endpaperNames), {
    id: `p${key}`,
    width: pageWidth,
    height: pageHeight,
    palette: paperInks(plan),
    random: shared,
  });
  const isDark = hexContrast(palette.ground, "#ffffff") > 4.5;
  const label = isDark ? palette.ink : mix(palette.ground, "#ffffff", 0.6);
  const words = isDark ? readableOn(label, [palette.ground]) : palette.ink;
  const shape = shared.pick([square(150, 640), square(330, 860), ticket(320, 880), oval(300, 900)]);
  const inner = measure(shape.top + shape.pad, shape.bottom - shape.pad, shape.left + shape.pad);
  const author = setAuthor(
    plan,
    {
      x: inner.x + shape.foot,
      width: inner.width - 2 * shape.foot,
      y: inner.y + inner.height - 116,
      height: 116,
    },
    { fill: words, align: "center", valign: "bottom", maxSize: 44 },
  );
  const title = setTitle(
    plan,
    { ...inner, height: author.ink.y - 42 - inner.y },
    { fill: words, align: "center", valign: "middle", maxSize: 104 },
  );
  return [
    ground(palette.ground),
    paper,
    `<g transform="translate(4 7)">${path(shape.outline(0), 'fill="#000" opacity=".24"')}</g>`,
    path(shape.outline(0), `fill="${label}"`),
    path(shape.outline(15), `fill="none" stroke="${words}" stroke-width="3"`),
    path(shape.outline(23), `fill="none" stroke="${words}" stroke-width="1"`),
    title.svg,
    author.svg,
  ].join("");
}

/** Books with an even number in a series exchange the two inks of the pattern. */
function paperInks({ palette, position }: CoverPlan): Palette {
  return position !== null && position % 2 === 0 ? { ...palette, ink: palette.accent, accent: palette.ink } : palette;
}

function square(top: number, bottom: number): Label {
  const left = 96;
  return {
    top,
    bottom,
    left,
    pad: 58,
    foot: 0,
    outline: (inset) =>
      `M${left + inset} ${top + inset}H${pageWidth - left - inset}V${bottom - inset}H${left + inset}Z`,
  };
}

function ticket(top: number, bottom: number): Label {
  const left = 96;
  return {
    top,
    bottom,
    left,
    pad: 64,
    foot: 0,
    outline: (inset) => {
      const cut = 46;
      const [l, t, r, b] = [left + inset, top + inset, pageWidth - left - inset, bottom - inset];
      const arc = `A${cut} ${cut} 0 0 0`;
      return `M${l + cut} ${t}H${r - cut}${arc} ${r} ${t + cut}V${b - cut}${arc} ${r - cut} ${b}H${l + cut}${arc} ${l} ${b - cut}V${t + cut}${arc} ${l + cut} ${t}Z`;
    },
  };
}

function oval(top: number, bottom: number): Label {
  const [rx, ry, middle] = [312, (bottom - top) / 2, (top + bottom) / 2];
  return {
    top,
    bottom,
    left: 88,
    pad: 94,
    foot: 50,
    outline: (inset) =>
      `M${n(400 - rx + inset)} ${middle}A${rx - inset} ${ry - inset} 0 1 1 ${400 + rx - inset} ${middle}A${rx - inset} ${ry - inset} 0 1 1 ${400 - rx + inset} ${middle}Z`,
  };
}
