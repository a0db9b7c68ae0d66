import { createSeededRandom, hashText } from "./seeded-random.ts";
import { mix } from "./colour.ts";
import type { CoverSubject } from "./cover-plan.ts";
import { drawCover } from "./draw-cover.ts";
import { drawEndpaper, endpaperNames } from "./patterns/endpaper.ts";
import { planCover } from "./plan-cover.ts";
import { setText } from "./type/set-text.ts";

const width = 1200;
const height = 630;
const sheet = 470;
const cover = { x: 75, y: 75, width: 320, height: 480 };
const paper = "#fbf8f3";
const ink = "#211d18";
const quiet = "#6b6258";

/** The picture of a cover: PNG bytes, and its size in pixels. */
export interface CoverPicture {
  png: Uint8Array;
  width: number;
  height: number;
}

/** Draws the link preview of a book: its cover on a patterned ground, next to title and author; 1200 by 630 pixels. */
export function drawShare(subject: CoverSubject, picture?: CoverPicture): string {
  const { palette } = planCover(subject).plan;
  const random = createSeededRandom(`share ${subject.id}`);
  const pattern = drawEndpaper(random.pick(endpaperNames), {
    id: `share-${hashText(subject.id)}`,
    width: sheet,
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
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    `<svg width="${sheet}" height="${height}" viewBox="0 0 ${sheet} ${height}"><rect width="${sheet}" height="${height}" fill="${mix(palette.ground, palette.accent, 0.25)}"/><g opacity="0.55">${pattern}</g></svg>`,
    `<rect x="${at.x + 5}" y="${at.y + 8}" width="${at.width}" height="${at.height}" fill="#000" opacity="0.28"/>`,
    inner,
    setWords(subject),
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

function setWords({ title, author }: CoverSubject): string {
  const left = sheet + 70;
  const room = width - left - 70;
  const set = setText(
    title,
    { x: left, y: 90, width: room, height: 330 },
    { face: "serif", fill: ink, maxSize: 84, maxLines: 8, valign: "top" },
  );
  const below = set.ink.y + set.ink.height + 36;
  const name = setText(
    author,
    { x: left, y: below, width: room, height: 80 },
    { face: "geometricText", fill: quiet, maxSize: 34, maxLines: 2, valign: "top" },
  );
  const slack = height - name.ink.y - name.ink.height - set.ink.y;
  return set.moved(slack / 2).svg + name.moved(slack / 2).svg;
}
