import { mix } from "./colour.ts";
import type { CoverSubject } from "./cover-plan.ts";
import { drawCover } from "./draw-cover.ts";
import { createSeededRandom, hashText } from "./seeded-random.ts";
import { palettes } from "./palettes.ts";
import { drawEndpaper, endpaperNames } from "./patterns/endpaper.ts";
import { setText, type Box } from "./type/set-text.ts";

const width = 1200;
const height = 630;
const paper = "#fbf8f3";
const ink = "#211d18";
const quiet = "#6b6258";
/** Where the covers stand, and how far the shelf below them reaches. */
const shelf = { y: 560, height: 14 };

interface PageShare {
  /** The kind and id of the page, which determine the pattern and colours. */
  kind: string;
  id: string;
  title: string;
  shopName: string;
}

/**
 * Draws the link preview of a page: its title and the shop's name on a label, and covers on a shelf, on a patterned
 * ground; 1200 by 630 pixels. Up to three covers stand next to the label, more below it.
 */
export function drawPageShare({ kind, id, title, shopName }: PageShare, books: CoverSubject[] = []): string {
  const seed = `share ${kind} ${id}`;
  const random = createSeededRandom(seed);
  const palette = random.pick(palettes);
  const pattern = drawEndpaper(random.pick(endpaperNames), {
    id: `share-${hashText(seed)}`,
    width,
    height,
    palette,
    random,
  });
  const isRow = books.length > 3;
  const label =
    books.length === 0
      ? { x: 170, y: 125, width: 860, height: 380 }
      : isRow
        ? { x: 170, y: 52, width: 860, height: 228 }
        : { x: 64, y: 100, width: 500, height: 430 };
  const room = isRow ? { x: 64, width: 1072, tall: 214 } : { x: 610, width: 526, tall: books.length > 2 ? 240 : 330 };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${palette.ground}"/>${pattern}`,
    books.length === 0 ? "" : drawShelf(books, room),
    drawLabel(label, isRow || books.length === 0 ? "center" : "left", { title, shopName }),
    "</svg>",
  ].join("");
}

/** A label with the title, and the shop's name below it. */
function drawLabel(label: Box, align: "center" | "left", { title, shopName }: { title: string; shopName: string }) {
  const { x, y, width: wide, height: high } = label;
  const rule = 14;
  const inner = { x: x + 52, width: wide - 104 };
  const name = setText(
    shopName,
    { ...inner, y: y + high - 84, height: 44 },
    { face: "serif", fill: ink, maxSize: 34, maxLines: 1, align, valign: "bottom" },
  );
  const heading = setText(
    title,
    { ...inner, y: y + 44, height: high - 150 },
    { face: "serif", fill: ink, maxSize: 84, maxLines: 3, align, valign: "middle" },
  );
  return [
    `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="${paper}"/>`,
    `<rect x="${x + rule}" y="${y + rule}" width="${wide - 2 * rule}" height="${high - 2 * rule}" fill="none" stroke="${quiet}" stroke-opacity="0.4" stroke-width="2"/>`,
    heading.svg,
    name.svg,
  ].join("");
}

/** Covers next to each other on a board over the whole width. */
function drawShelf(books: CoverSubject[], room: { x: number; width: number; tall: number }): string {
  const wide = (room.tall * 2) / 3;
  const gap = Math.min(28, (room.width - books.length * wide) / Math.max(books.length - 1, 1));
  const start = room.x + (room.width - books.length * wide - (books.length - 1) * gap) / 2;
  const covers = books.map((book, i) => {
    const at = { x: start + i * (wide + gap), y: shelf.y - room.tall };
    const place = `x="${at.x.toFixed(1)}" y="${at.y}" width="${wide.toFixed(1)}" height="${room.tall}"`;
    return `<rect x="${(at.x + 5).toFixed(1)}" y="${at.y + 4}" width="${wide.toFixed(1)}" height="${room.tall - 4}" fill="#000" opacity="0.28"/>${drawCover(book).replace(/^<svg[^>]*>/, `<svg ${place} viewBox="0 0 800 1200">`)}`;
  });
  const board = `<rect y="${shelf.y}" width="${width}" height="${height - shelf.y}" fill="${paper}"/><rect y="${shelf.y}" width="${width}" height="${shelf.height}" fill="${mix(paper, ink, 0.25)}"/>`;
  return board + covers.join("");
}
