import type { Db } from "#db/connect.ts";
import { findSharedTitle } from "#shop/catalogue/shared-title.server.ts";
import { listCardsByIds } from "#shop/catalogue/cards.server.ts";
import { findCoverSubject, findPortraitSubject, findSubjectOfBook } from "#shop/catalogue/cover-subjects.server.ts";
import { coverKey, drawCover } from "#covers/draw-cover.ts";
import { drawPageShare } from "#covers/draw-page-share.ts";
import { drawPortrait, portraitKey } from "#covers/draw-portrait.ts";
import { drawShare } from "#covers/draw-share.ts";
import { coverWidths } from "#covers/cover-widths.ts";
import { asPng, portraitWidths, renderAvif, renderPng, renderWebp } from "#covers/raster.server.ts";
import { isPictureStoreError } from "#shop/pictures/picture-store.ts";
import { renditionName } from "#shop/pictures/picture-name.ts";
import { isPicture, sharePicturePath } from "#shop/catalogue/book-share-picture.ts";
import { SHARE_VERSION, sharedKinds, sharedPagePath, type SharedKind } from "#shop/catalogue/share-pictures.ts";

import type { CoverPictures } from "./cover-pictures.ts";
import type { DrawnPictures } from "./drawn-pictures.ts";

/** Serves drawn pictures by their immutable names, such as `godan-3f2a9c1b04-480.webp`. */
export interface Images {
  /** `accept` is what the browser says it can show: a picture is sent as AVIF where it may be. */
  cover: (file: string, accept?: string) => Promise<Response>;
  portrait: (file: string) => Promise<Response>;
  /** What a link to a page shows elsewhere; `kind` is `books` or one of `sharedKinds`. */
  share: (kind: string, file: string) => Promise<Response>;
}

/** The parts of a picture's name; `number` is its width in pixels, or the version of its drawing. */
interface PictureName {
  key: string;
  id: string;
  number: number;
}

/** What is drawn for a name; `key` is the name that this version gives it. */
interface Drawing {
  key: string;
  paint: () => Promise<Buffer | null>;
}

interface Drawn {
  picture: Buffer;
  /** It is what the name promised. */
  isOwn: boolean;
}

const fileName = /^(?<key>(?<id>[a-z0-9-]{1,120})-[0-9a-f]{10})-(?<number>[1-9]\d{0,3})\.(?<type>webp|png)$/;

/**
 * Pictures are drawn when first asked for, and kept in `drawn` under the same name; some show the shop's name. A cover that a newer
 * version has named, or that the job `drawings` has yet to name, is shown as this version draws it, and nobody keeps it under the
 * name that was asked for.
 */
export function createImages(db: Db, drawn: DrawnPictures, shop: { name: string }, pictures: CoverPictures): Images {
  const drawing = new Map<string, Promise<Drawn | null>>();

  async function answer(
    kind: string,
    file: string,
    type: "webp" | "png",
    numbers: readonly number[],
    find: (name: PictureName) => Promise<Drawing | null>,
    /** Sent in place of WebP, under the same name. */
    isAvif = false,
  ) {
    const parts = fileName.exec(file)?.groups;
    const number = Number(parts?.number);
    if (!parts?.key || !parts.id || parts.type !== type || !numbers.includes(number)) return notFound();
    const name = { key: parts.key, id: parts.id, number };
    const pathOf = (key: string) => `${kind}/${key}-${number}.${isAvif ? "avif" : type}`;
    const asked = pathOf(name.key);
    const kept = await drawn.find(asked);
    const image = kept
      ? { picture: kept, isOwn: true }
      : await once(asked, async () => {
          const found = await find(name);
          if (!found) return null;
          const own = pathOf(found.key);
          const isOwn = own === asked;
          const before = isOwn ? null : await drawn.find(own);
          const picture = before ?? (await found.paint());
          if (picture && !before) await drawn.keep(own, picture);
          return picture && { picture, isOwn };
        });
    if (!image) return notFound();
    return new Response(new Uint8Array(image.picture), {
      headers: {
        "content-type": `image/${isAvif ? "avif" : type}`,
        "cache-control": image.isOwn ? "public, max-age=31536000, immutable" : "no-store",
        ...(kind === "covers" ? { vary: "accept" } : {}),
      },
    });
  }

  function once(path: string, draw: () => Promise<Drawn | null>) {
    const running = drawing.get(path) ?? draw().finally(() => drawing.delete(path));
    drawing.set(path, running);
    return running;
  }

  /** A name that is no book's any more is not drawn: it would differ from what the name promised. */
  async function findSubject({ key, id }: PictureName) {
    const subject = await findCoverSubject(db, key);
    return subject?.id === id ? subject : null;
  }

  /** The same for a book whose cover is a picture; null under another name than its own. */
  async function drawPictured(file: string, bookId: string) {
    const [card] = await listCardsByIds(db, [bookId]);
    if (!card || !isPicture(card.coverKey) || !sharePicturePath(card).endsWith(`/${file}`)) return null;
    const subject = await findSubjectOfBook(db, bookId);
    const picture = await pictures.find(renditionName(card.coverKey, 720, "webp"), false);
    return subject && picture && renderPng(drawShare(subject, await asPng(picture.bytes)));
  }

  return {
    cover(file, accept = "") {
      if (isPicture(file)) return sendPicture(pictures, file, accept);
      const isAvif = accept.includes("image/avif");
      const render = isAvif ? renderAvif : renderWebp;
      const find = async (name: PictureName) => {
        const subject = await findSubject(name);
        return subject && { key: coverKey(subject), paint: () => render(drawCover(subject), name.number) };
      };
      return answer("covers", file, "webp", coverWidths, find, isAvif);
    },
    portrait: (file) =>
      answer("portraits", file, "webp", portraitWidths, async ({ key, id, number }) => {
        const subject = await findPortraitSubject(db, id);
        if (!subject || portraitKey(subject) !== key) return null;
        return { key, paint: () => renderWebp(drawPortrait(subject), number) };
      }),
    share(kind, file) {
      if (kind === "books")
        return answer("share", file, "png", [SHARE_VERSION], async (name) => {
          const subject = await findSubject(name);
          if (!subject) return { key: name.key, paint: () => drawPictured(file, name.id) };
          return { key: coverKey(subject), paint: () => renderPng(drawShare(subject)) };
        });
      if (!isSharedKind(kind)) return Promise.resolve(notFound());
      return answer(`share/${kind}`, file, "png", [SHARE_VERSION], async ({ key, id }) => {
        const title = await findSharedTitle(db, kind, id);
        const page = title !== null && { kind, id, title, shopName: shop.name };
        if (!page || !sharedPagePath(page).endsWith(`/${file}`)) return null;
        return { key, paint: () => renderPng(drawPageShare(page)) };
      });
    },
  };
}

async function sendPicture(pictures: CoverPictures, file: string, accept: string): Promise<Response> {
  try {
    const picture = await pictures.find(file, accept.includes("image/avif"));
    if (!picture) return notFound();
    return new Response(new Uint8Array(picture.bytes), {
      headers: {
        "content-type": `image/${picture.type}`,
        "cache-control": "public, max-age=31536000, immutable",
        vary: "accept",
      },
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
  return (sharedKinds as readonly string[]).includes(kind);
}

function notFound() {
  return new Response("There is no such image.", { status: 404, headers: { "cache-control": "no-store" } });
}
