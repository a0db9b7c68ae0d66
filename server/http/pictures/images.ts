/** Serves drawn covers, portraits and previews of links by immutable names such as `godan-3f2a9c1b04-480.webp`. */
import type { RateLimiter } from "#app/http/context.ts";
import type { Db } from "#db/connect.ts";
import { findSharedTitle } from "#shop/catalogue/cover-designs/shared-title.server.ts";
import { listCardsByIds } from "#shop/catalogue/books/cards.server.ts";
import {
  findCoverSubject,
  findPortraitSubject,
  findSubjectOfBook,
} from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { coverKey, drawCover, type CoverSubject } from "#covers/draw-cover.ts";
import { drawPortrait, portraitKey } from "#covers/draw-portrait.ts";
import { coverWidths } from "#covers/cover-widths.ts";
import { asPng, portraitWidths, renderAvif, renderWebp } from "#covers/raster.server.ts";
import { isPictureStoreError } from "#shop/catalogue/pictures/picture-store.ts";
import { renditionName } from "#shop/catalogue/pictures/picture-name.ts";
import { isPicture, sharePicturePath } from "#shop/catalogue/cover-designs/book-share-picture.ts";
import {
  SHARE_VERSION,
  sharedKinds,
  sharedPagePath,
  type SharedKind,
} from "#shop/catalogue/cover-designs/share-pictures.ts";

import { bookParts } from "./book-parts.ts";
import type { CoverPictures } from "./cover-pictures.ts";
import { listCoversToDrawAhead } from "#server/http/load/draw-ahead.ts";
import { DrawingTurns } from "#server/http/load/drawing-turns.ts";
import type { DrawnPictures } from "./drawn-pictures.ts";
import { drawBookPreview, drawPagePreview } from "./share-drawings.ts";
import { refuse, tooQuick } from "#server/http/load/refusal.ts";
import { SpareDrawings } from "#server/http/load/spare-drawings.ts";

export interface PictureRequest {
  request: Request;
  /** The rate limiter of the network that the request came from. */
  limiter: RateLimiter;
}

/**
 * Responds to requests for pictures by file name. A cached picture is always sent. A picture that is not drawn yet
 * counts against the rate limit of its network, and waits for its turn.
 */
export interface Images {
  /** Sends AVIF to browsers that accept it, once the AVIF has been drawn; otherwise WebP. */
  cover: (file: string, asked: PictureRequest) => Promise<Response>;
  portrait: (file: string, asked: PictureRequest) => Promise<Response>;
  /** Sends the drawing of a part of a book, such as its spine. */
  part: (kind: keyof typeof bookParts, file: string, asked: PictureRequest) => Promise<Response>;
  /** Sends the preview picture of a link to a page; `kind` is `books` or one of `sharedKinds`. */
  share: (kind: string, file: string, asked: PictureRequest) => Promise<Response>;
  /** Plans to draw the covers that visitors will see first, as many as `SpareDrawings` accepts. */
  drawAhead: () => Promise<void>;
  /** Calls `drawAhead` every minute until `close`, so that it also draws new covers after an import. */
  keepDrawingAhead: () => void;
  close: () => Promise<void>;
}

/** The parts of a picture's name; `number` is its width in pixels, or the version of its drawing. */
interface PictureName {
  key: string;
  id: string;
  number: number;
}

/** How to draw a picture. `key` names it as this version of the shop draws it. */
interface Drawing {
  key: string;
  paint: () => Promise<Buffer | null>;
}

interface Drawn {
  picture: Buffer;
  /** Whether the picture is exactly the one that was requested by name. */
  isOwn: boolean;
}

const fileName = /^(?<key>(?<id>[a-z0-9-]{1,120})-[0-9a-f]{10})-(?<number>[1-9]\d{0,3})\.(?<type>webp|png)$/;

/** The widths in pixels of covers that are drawn ahead: those that most screens request. */
const widthsAhead = [320, 480];
/**
 * Maximum number of covers that are remembered as drawn ahead. Beyond it the set is cleared, which also removes names
 * that no book has any more.
 */
const maxAhead = 10_000;
const manyAtOnce = "The shop is drawing many pictures just now. Please try again in 5 seconds.";
const drawAheadEveryMs = 60_000;
const forGood = "public, max-age=31536000, immutable";
/** Cache-Control of WebP that is sent while the smaller AVIF is being drawn. */
const forNow = "public, max-age=600";

/**
 * Creates the pictures. Each is drawn at its first request, and cached in `drawn` under its name; some contain the
 * shop's name. A cover whose name comes from a newer version of the shop, or has yet to be renamed by the job
 * `drawings`, is shown as this version draws it, and not cached under the requested name. AVIF takes five times the
 * processor time of WebP, so AVIF is drawn in idle time.
 */
export function createImages(
  db: Db,
  drawn: DrawnPictures,
  shop: { name: string },
  pictures: CoverPictures,
  turns = new DrawingTurns(),
  spare = new SpareDrawings(turns),
): Images {
  const drawing = new Map<string, Promise<Drawn | null>>();
  /** Covers that were drawn ahead or are planned. */
  const ahead = new Set<string>();
  let drawingAhead: NodeJS.Timeout | undefined;

  async function answer(
    kind: string,
    file: string,
    type: "webp" | "png",
    numbers: readonly number[],
    { request, limiter }: PictureRequest,
    find: (name: PictureName) => Promise<Drawing | null>,
  ) {
    const name = readName(file, type, numbers);
    if (!name) return notFound();
    const asked = `${kind}/${name.key}-${name.number}.${type}`;
    const kept = await drawn.find(asked);
    if (kept) return sendDrawn(kind, kept, type, forGood);
    const seconds = limiter.consume("draw");
    if (seconds > 0) return tooQuick(request, "draw", seconds);
    const image = await turns.take(limiter.network, async () => {
      // The picture may have been drawn while this request waited.
      const made = await drawn.find(asked);
      return { found: made ? { picture: made, isOwn: true } : await once(kind, type, name, find) };
    });
    if (!image) return refuse(request, 503, manyAtOnce, { "retry-after": "5", "cache-control": "no-store" });
    if (!image.found) return notFound();
    return sendDrawn(kind, image.found.picture, type, image.found.isOwn ? forGood : "no-store");
  }

  function once(kind: string, type: string, name: PictureName, find: (name: PictureName) => Promise<Drawing | null>) {
    const pathOf = (key: string) => `${kind}/${key}-${name.number}.${type}`;
    const asked = pathOf(name.key);
    const draw = async () => {
      const found = await find(name);
      if (!found) return null;
      const own = pathOf(found.key);
      const isOwn = own === asked;
      const before = isOwn ? null : await drawn.find(own);
      const picture = before ?? (await found.paint());
      if (picture && !before) await drawn.keep(own, picture);
      return picture && { picture, isOwn };
    };
    const running = drawing.get(asked) ?? draw().finally(() => drawing.delete(asked));
    drawing.set(asked, running);
    return running;
  }

  async function cover(file: string, asked: PictureRequest) {
    const name = asked.request.headers.get("accept")?.includes("image/avif") && readName(file, "webp", coverWidths);
    const smaller = name ? `covers/${name.key}-${name.number}.avif` : null;
    const kept = smaller && (await drawn.find(smaller));
    if (kept) return sendDrawn("covers", kept, "avif", forGood);
    const response = await answer("covers", file, "webp", coverWidths, asked, drawingOf(drawCover, renderWebp));
    if (!name || !smaller || response.headers.get("cache-control") !== forGood) return response;
    spare.plan(smaller, async () => void (await once("covers", "avif", name, drawingOf(drawCover, renderAvif))));
    response.headers.set("cache-control", forNow);
    return response;
  }

  async function drawAhead() {
    if (ahead.size > maxAhead) ahead.clear();
    for (const key of await listCoversToDrawAhead(db)) {
      for (const width of widthsAhead) {
        const path = `covers/${key}-${width}.webp`;
        if (ahead.has(path)) continue;
        if (!spare.hasRoom) return;
        ahead.add(path);
        const name = readName(`${key}-${width}.webp`, "webp", widthsAhead);
        if (!name || (await drawn.has(path))) continue;
        spare.plan(path, async () => {
          const subject = await findSubject(name);
          if (subject && coverKey(subject) === key) await drawn.keep(path, await renderWebp(drawCover(subject), width));
        });
      }
    }
  }

  /**
   * Finds the book of a name. Null if no book has this name any more, because the drawing would differ from what the
   * name promises.
   */
  async function findSubject({ key, id }: PictureName) {
    const subject = await findCoverSubject(db, key);
    return subject?.id === id ? subject : null;
  }

  /** Finds a drawing of a book as a picture of the width in its name. */
  function drawingOf(draw: (subject: CoverSubject, width: number) => string, render = renderWebp) {
    return async (name: PictureName): Promise<Drawing | null> => {
      const subject = await findSubject(name);
      return subject && { key: coverKey(subject), paint: () => render(draw(subject, name.number), name.number) };
    };
  }

  /**
   * Draws the preview of a book whose cover is an uploaded picture. Null if `file` is not the current name of the
   * preview.
   */
  async function drawPictured(file: string, bookId: string) {
    const [card] = await listCardsByIds(db, [bookId]);
    if (!card || !isPicture(card.coverKey) || !sharePicturePath(card).endsWith(`/${file}`)) return null;
    const subject = await findSubjectOfBook(db, bookId);
    const picture = await pictures.find(renditionName(card.coverKey, 720, "webp"), false);
    return subject && picture && drawBookPreview(db, shop.name, subject, await asPng(picture.bytes));
  }

  return {
    cover: (file, asked) => (isPicture(file) ? sendPicture(pictures, file, asked) : cover(file, asked)),
    portrait: (file, asked) =>
      answer("portraits", file, "webp", portraitWidths, asked, async ({ key, id, number }) => {
        const subject = await findPortraitSubject(db, id);
        if (!subject || portraitKey(subject) !== key) return null;
        return { key, paint: () => renderWebp(drawPortrait(subject), number) };
      }),
    part: (kind, file, asked) =>
      answer(kind, file, "webp", bookParts[kind].widths, asked, drawingOf(bookParts[kind].draw)),
    share(kind, file, asked) {
      if (kind === "books")
        return answer("share", file, "png", [SHARE_VERSION], asked, async (name) => {
          const subject = await findSubject(name);
          if (!subject) return { key: name.key, paint: () => drawPictured(file, name.id) };
          return { key: coverKey(subject), paint: () => drawBookPreview(db, shop.name, subject) };
        });
      if (!isSharedKind(kind)) return Promise.resolve(notFound());
      return answer(`share/${kind}`, file, "png", [SHARE_VERSION], asked, async ({ key, id }) => {
        const title = await findSharedTitle(db, kind, id);
        const page = title !== null && { kind, id, title, shopName: shop.name };
        if (!page || !sharedPagePath(page).endsWith(`/${file}`)) return null;
        return { key, paint: () => drawPagePreview(db, page) };
      });
    },
    drawAhead,
    keepDrawingAhead() {
      drawingAhead = setInterval(() => void drawAhead().catch(() => {}), drawAheadEveryMs).unref();
    },
    close() {
      clearInterval(drawingAhead);
      return spare.close();
    },
  };
}

function readName(file: string, type: "webp" | "png", numbers: readonly number[]): PictureName | null {
  const parts = fileName.exec(file)?.groups;
  const number = Number(parts?.number);
  if (!parts?.key || !parts.id || parts.type !== type || !numbers.includes(number)) return null;
  return { key: parts.key, id: parts.id, number };
}

function sendDrawn(kind: string, picture: Buffer, type: "webp" | "avif" | "png", cacheControl: string): Response {
  return new Response(new Uint8Array(picture), {
    headers: {
      "content-type": `image/${type}`,
      "cache-control": cacheControl,
      ...(kind === "covers" ? { vary: "accept" } : {}),
    },
  });
}

async function sendPicture(
  pictures: CoverPictures,
  file: string,
  { request, limiter }: PictureRequest,
): Promise<Response> {
  const isAvif = request.headers.get("accept")?.includes("image/avif") ?? false;
  if (!pictures.needsNoRead(file, isAvif)) {
    const seconds = limiter.consume("picture");
    if (seconds > 0) return tooQuick(request, "picture", seconds);
  }
  try {
    const picture = await pictures.find(file, isAvif);
    if (!picture) return notFound();
    return new Response(new Uint8Array(picture.bytes), {
      headers: { "content-type": `image/${picture.type}`, "cache-control": forGood, vary: "accept" },
    });
  } catch (error) {
    if (!isPictureStoreError(error)) throw error;
    console.error(error.message);
    return new Response("This picture cannot be shown just now.", {
      status: 503,
      headers: { "cache-control": "no-store" },
    });
  }
}

function isSharedKind(kind: string): kind is SharedKind {
  return sharedKinds.some((one) => one === kind);
}

function notFound() {
  return new Response("There is no such image.", { status: 404, headers: { "cache-control": "no-store" } });
}
