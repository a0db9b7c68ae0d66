import { createSeededRandom, hashText } from "./seeded-random.ts";
import { mix } from "./colour.ts";
import type { CoverSubject } from "./cover-plan.ts";
import { drawCover } from "./draw-cover.ts";
import { drawEndpaper, endpaperNames } from "./patterns/endpaper.ts";
import { planCover } from "./plan-cover.ts";
import { setText } from "./type/set-text.ts";

const width = 1200;
const height = 630;
const cover = { x: 84, y: 75, width: 320, height: 480 };
const label = { x: 470, y: 75, width: 660, height: 480 };
const paper = "#fbf8f3";
const ink = "#211d18";
const quiet = "#6b6258";

/** Words besides title and author: the shop's name, and one sentence about the book, which may be empty. */
export interface ShareWords {
  shopName: string;
  sentence: string;
}

/** The picture of a cover: PNG bytes, and its size in pixels. */
export interface CoverPicture {
  png: Uint8Array;
  width: number;
  height: number;
}

/**
 * Draws the link preview of a book: on its endpaper the cover, and a label with title, author, a sentence and the
 * shop's name; 1200 by 630 pixels.
 */
export function drawShare(subject: CoverSubject, words: ShareWords, picture?: CoverPicture): string {
  const { palette } = planCover(subject).plan;
  const random = createSeededRandom(`share ${subject.id}`);
  const pattern = drawEndpaper(random.pick(endpaperNames), {
    id: `share-${hashText(subject.id)}`,
    width,
    height,
    palette,
    random,
  });
  const at = picture ? fitInto(cover, picture) : cover;
  const place = `x="${at.x}" y="${at.y}" width="${at.width}" height="${at.height}"`;
  const inner = picture
    ? `<image ${place} preserveAspectRatio="none" href="data:image/png;base64,${Buffer.from(picture.png).toString("base64")}"/>`
    : drawCover(subject).replace(/^<svg[^>]*>/, `<svg ${place} viewBox="0 0 800 1200">`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${mix(palette.ground, palette.accent, 0.25)}"/><g opacity="0.55">${pattern}</g>`,
    `<rect x="${at.x + 5}" y="${at.y + 8}" width="${at.width}" height="${at.height}" fill="#000" opacity="0.28"/>`,
    inner,
    drawLabel(subject, words),
    "</svg>",
  ].join("");
}

/** The largest rectangle of the picture's proportion, centred in `room`. */
function fitInto(room: typeof cover, { width, height }: CoverPicture): typeof cover {
  const scale = Math.min(room.width / width, room.height / height);
  const fitted = { width: width * scale, height: height * scale };
  return {
    x: room.x + (room.width - fitted.width) / 2,
    y: room.y + (room.height - fitted.height) / 2,
    ...fitted,
  };
}

function drawLabel({ title, author }: CoverSubject, { shopName, sentence }: ShareWords): string {
  const inner = { x: label.x + 48, width: label.width - 96 };
  const foot = label.y + label.height - 44;
  const shop = setText(
    shopName,
    { ...inner, y: foot - 40, height: 40 },
    { face: "serif", fill: ink, maxSize: 30, maxLines: 1, valign: "bottom" },
  );
  const heading = setText(
    title,
    { ...inner, y: label.y + 44, height: 190 },
    { face: "serif", fill: ink, maxSize: 68, maxLines: 4, valign: "top" },
  );
  const name = setText(
    author,
    { ...inner, y: heading.ink.y + heading.ink.height + 26, height: 64 },
    { face: "geometricText", fill: quiet, maxSize: 30, maxLines: 2, valign: "top" },
  );
  const top = name.ink.y + name.ink.height + 34;
  const said = setText(
    sentence,
    { ...inner, y: top, height: Math.max(shop.ink.y - 36 - top, 1) },
    { face: "serifText", fill: ink, maxSize: 32, maxLines: 5, leading: 1.25, valign: "top" },
  );
  return [
    `<rect x="${label.x}" y="${label.y}" width="${label.width}" height="${label.height}" fill="${paper}"/>`,
    `<rect x="${label.x + 14}" y="${label.y + 14}" width="${label.width - 28}" height="${label.height - 28}" fill="none" stroke="${quiet}" stroke-opacity="0.4" stroke-width="2"/>`,
    heading.svg,
    name.svg,
    // A sentence that would be unreadable in a message is left out.
    said.size >= 24 ? said.svg : "",
    shop.svg,
  ].join("");
}
