/** Draws the spine of a book as it stands on a shelf, in the inks and the face of its cover. */
import { mix } from "./colour.ts";
import type { CoverPlan, CoverSubject } from "./cover-plan.ts";
import { n, rect } from "./page.ts";
import { planCover } from "./plan-cover.ts";
import { heightOf, spinePixels } from "./spine-size.ts";
import { setText, type Box, type Setting, type SetText } from "./type/set-text.ts";

/** The least size of a title and of an author, in pixels of the drawing. */
const leastTitle = 27;
const leastAuthor = 22;
/** Where the bands are, and how far the words stay away from the ends. */
const bands = { at: 26, height: 5 };
const end = 52;
/** From this width on, a title may have two lines. */
const wide = 88;

/** Draws the spine of a book, `width` CSS pixels thick; the SVG has twice as many, and the height of `spineSize`. */
export function drawSpine(subject: CoverSubject, width: number): string {
  const { plan } = planCover(subject);
  const size = { width: spinePixels * width, height: spinePixels * heightOf(subject.id) };
  const { ground, accent } = plan.palette;
  const band = (y: number) => rect({ x: 0, y, width: size.width, height: bands.height }, `fill="${accent}"`);
  const shade = `shade-${plan.key}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">`,
    `<defs><linearGradient id="${shade}"><stop offset="0" stop-color="#000" stop-opacity=".28"/><stop offset=".16" stop-color="#fff" stop-opacity=".14"/><stop offset=".6" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient></defs>`,
    rect({ x: 0, y: 0, ...size }, `fill="${ground}"`),
    band(bands.at),
    band(size.height - bands.at - bands.height),
    // The words are set on a line across the page, which is turned to read from top to bottom.
    `<g transform="translate(${n(size.width)} 0) rotate(90)">${setWords(plan, size)}</g>`,
    rect({ x: 0, y: 0, ...size }, `fill="url(#${shade})"`),
    "</svg>",
  ].join("");
}

/** Title, and after it the author if there is room. */
function setWords(plan: CoverPlan, size: { width: number; height: number }): string {
  const { ground, ink } = plan.palette;
  const room: Box = { x: end, y: 8, width: size.height - 2 * end, height: size.width - 16 };
  const title = setTitle(plan.title, room, {
    face: plan.face,
    fill: ink,
    maxSize: Math.min(size.width * 0.62, 46),
    maxLines: size.width >= wide ? 2 : 1,
    leading: 1,
    valign: "middle",
  });
  const gap = 30;
  const left = title.ink.x + title.ink.width + gap;
  // A title that is read from the right stands at the other end.
  const rest =
    title.ink.x > end + 1 ? { x: end, width: title.ink.x - gap - end } : { x: left, width: size.height - end - left };
  if (rest.width < 60) return title.svg;
  const author = setText(
    plan.author,
    { ...room, ...rest },
    {
      face: plan.textFace,
      fill: mix(ink, ground, 0.15),
      maxSize: Math.min(size.width * 0.4, 26),
      maxLines: 1,
      align: "right",
      valign: "middle",
    },
  );
  return title.svg + (author.size >= leastAuthor ? author.svg : "");
}

/** Sets as much of a title as is readable: all of it, what is before its colon, or its first words. */
function setTitle(title: string, room: Box, setting: Setting): SetText {
  const whole = setText(title, room, setting);
  if (whole.size >= leastTitle) return whole;
  const main = title.split(/: | [-–—] /)[0] ?? title;
  const words = main.split(/\s+/);
  for (let count = words.length; count > 0; count -= 1) {
    const kept = words.slice(0, count).join(" ");
    const set = setText(count < words.length ? `${kept.replace(/[,;]$/, "")} …` : kept, room, setting);
    if (set.size >= leastTitle) return set;
    // Skips lengths that cannot fit.
    count = Math.min(count, Math.ceil((count * set.size) / leastTitle) + 1);
  }
  return whole;
}
