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

/** What a link to a book shows elsewhere: its cover on an endpaper, title and author beside it; 1200 by 630. */
export function drawShare(subject: CoverSubject): string {
  const { palette } = planCover(subject).plan;
  const random = createSeededRandom(`share ${subject.id}`);
  const pattern = drawEndpaper(random.pick(endpaperNames), {
    id: `share-${hashText(subject.id)}`,
    width: sheet,
    height,
    palette,
    random,
  });
  const inner = drawCover(subject).replace(
    /^<svg[^>]*>/,
    `<svg x="${cover.x}" y="${cover.y}" width="${cover.width}" height="${cover.height}" viewBox="0 0 800 1200">`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    `<svg width="${sheet}" height="${height}" viewBox="0 0 ${sheet} ${height}"><rect width="${sheet}" height="${height}" fill="${mix(palette.ground, palette.accent, 0.25)}"/><g opacity="0.55">${pattern}</g></svg>`,
    `<rect x="${cover.x + 5}" y="${cover.y + 8}" width="${cover.width}" height="${cover.height}" fill="#000" opacity="0.28"/>`,
    inner,
    setWords(subject),
    "</svg>",
  ].join("");
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
