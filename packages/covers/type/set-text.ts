/** Sets text in a box: chooses the largest size and balanced lines, and returns SVG paths. */
import { breakLines, type Broken, type Word } from "./break-lines.ts";
import { faces, type FaceName } from "./faces.ts";
import { beginsOnRight } from "./scripts.ts";
import { linePath, shapeLine, type ShapedLine } from "./shape-line.ts";

/** A rectangle of the page in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How to set a text: `maxSize` is in pixels per em of a serif of ordinary width, tracking is in ems. */
export interface Setting {
  face: FaceName;
  fill: string;
  maxSize: number;
  caps?: boolean;
  tracking?: number;
  leading?: number;
  maxLines?: number;
  align?: "left" | "center" | "right";
  valign?: "top" | "middle" | "bottom";
  /** Whether the letters are an ornament, which need not be readable. */
  isOrnament?: boolean;
}

/** Text that has been set: its SVG paths, and the bounding box of its ink. */
export interface SetText {
  svg: string;
  size: number;
  lines: string[];
  ink: Box;
  /** Returns the same text moved down by this many pixels. */
  moved(down: number): SetText;
}

interface Layout {
  lines: ShapedLine[];
  texts: string[];
  size: number;
  /** Line height in ems. */
  leading: number;
}

const cleared = 0.1;

/** Sets text as large as the box allows, in balanced lines inside it. */
export function setText(text: string, box: Box, setting: Setting): SetText {
  const words = toWords(text, setting);
  if (words.length === 0) return nothing(box);
  const align = beginsOnRight(text) ? mirrored[setting.align ?? "left"] : setting.align;
  return place(chooseLayout(words, box, setting), box, { ...setting, ...(align && { align }) });
}

/** The alignment of a line that is read from right to left. */
const mirrored = { left: "right", center: "center", right: "left" } as const;

function nothing(box: Box): SetText {
  return {
    svg: "",
    size: 0,
    lines: [],
    ink: { x: box.x, y: box.y, width: 0, height: 0 },
    moved: (down) => nothing({ ...box, y: box.y + down }),
  };
}

function toWords(text: string, setting: Setting): Word[] {
  const shown = setting.caps ? text.toLocaleUpperCase("en") : text;
  return shown
    .split(/[ \t\r\n]+/)
    .map((word) => ({ text: word, line: shapeLine(word, setting.face, setting.tracking) }))
    .filter(({ line }) => line.glyphs.length > 0)
    .map(({ text: word, line }) => ({ text: word, width: Math.max(line.advance, line.ink.right - line.ink.left) }));
}

function chooseLayout(words: Word[], box: Box, setting: Setting): Layout {
  const space =
    shapeLine("n n", setting.face, setting.tracking).advance - shapeLine("nn", setting.face, setting.tracking).advance;
  const limit = setting.maxLines ?? (words.length > 16 ? 9 : words.length > 9 ? 7 : 5);
  let best: Layout | null = null;
  let bestScore = 0;
  for (let count = 1; count <= Math.min(limit, words.length); count++) {
    const broken = breakLines(words, space, count);
    if (!broken) continue;
    const layout = measure(broken, box, setting);
    const score = layout.size * 0.86 ** broken.faults;
    if (score > bestScore * 1.06) [best, bestScore] = [layout, score];
  }
  return best!;
}

function measure(broken: Broken, box: Box, setting: Setting): Layout {
  const lines = broken.lines.map((line) => shapeLine(line, setting.face, setting.tracking));
  const leading = lines
    .slice(1)
    .reduce(
      (widest, line, i) => Math.max(widest, lines[i]!.ink.bottom - line.ink.top + cleared),
      Math.min(setting.leading ?? faces[setting.face].leading, 2),
    );
  const width = Math.max(...lines.map((line) => line.ink.right - line.ink.left));
  const height = leading * (lines.length - 1) + lines.at(-1)!.ink.bottom - lines[0]!.ink.top;
  return {
    lines,
    texts: broken.lines,
    leading,
    size: Math.min(setting.maxSize * (faces[setting.face].scale ?? 1), box.width / width, box.height / height),
  };
}

function place(layout: Layout, box: Box, setting: Setting): SetText {
  const { lines, texts, size, leading } = layout;
  const first = lines[0]!.ink.top * size;
  const inkHeight = leading * size * (lines.length - 1) + lines.at(-1)!.ink.bottom * size - first;
  const slack = box.height - inkHeight;
  const top = box.y + (setting.valign === "bottom" ? slack : setting.valign === "middle" ? slack / 2 : 0);
  let [left, right] = [Infinity, -Infinity];
  const paths = lines.map((line, i) => {
    const inkWidth = (line.ink.right - line.ink.left) * size;
    const free = box.width - inkWidth;
    const start = box.x + (setting.align === "right" ? free : setting.align === "center" ? free / 2 : 0);
    left = Math.min(left, start);
    right = Math.max(right, start + inkWidth);
    return linePath(line, start - line.ink.left * size, top - first + i * leading * size, size);
  });
  return {
    svg: `<path${setting.isOrnament ? "" : ' class="t"'} fill="${setting.fill}" d="${paths.join("")}"/>`,
    size,
    lines: texts,
    ink: { x: left, y: top, width: right - left, height: inkHeight },
    moved: (down) => place(layout, { ...box, y: box.y + down }, setting),
  };
}
