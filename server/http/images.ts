import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Db } from "#db/connect.ts";
import { findSharedTitle } from "#shop/catalogue/shared-title.server.ts";
import { findCoverSubject, findPortraitSubject } from "#shop/catalogue/cover-subjects.server.ts";
import { coverKey, drawCover } from "#covers/draw-cover.ts";
import { drawPageShare } from "#covers/draw-page-share.ts";
import { drawPortrait, portraitKey } from "#covers/draw-portrait.ts";
import { drawShare } from "#covers/draw-share.ts";
import { coverWidths, portraitWidths, renderPng, renderWebp } from "#covers/raster.server.ts";
import { SHARE_VERSION, sharedKinds, sharedPagePath, type SharedKind } from "#shop/catalogue/share-pictures.ts";

/** Serves drawn pictures by their immutable names, such as `godan-3f2a9c1b04-480.webp`. */
export interface Images {
  cover: (file: string) => Promise<Response>;
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

const fileName = /^(?<key>(?<id>[a-z0-9-]{1,120})-[0-9a-f]{10})-(?<number>[1-9]\d{0,3})\.(?<type>webp|png)$/;

/** Pictures are drawn when first asked for, and cached in the folder under the same name; some show the shop's name. */
export function createImages(db: Db, folder: string, shopName: string): Images {
  const drawing = new Map<string, Promise<Buffer | null>>();

  async function answer(
    kind: string,
    file: string,
    type: "webp" | "png",
    numbers: readonly number[],
    paint: (name: PictureName) => Promise<Buffer | null>,
  ) {
    const parts = fileName.exec(file)?.groups;
    const number = Number(parts?.number);
    if (!parts?.key || !parts.id || parts.type !== type || !numbers.includes(number)) return notFound();
    const name = { key: parts.key, id: parts.id, number };
    const path = join(folder, kind, file);
    const cached = await readFile(path).catch(() => null);
    const image =
      cached ??
      (await once(path, async () => {
        const painted = await paint(name);
        if (painted) await writeCached(join(folder, kind), path, painted);
        return painted;
      }));
    if (!image) return notFound();
    return new Response(new Uint8Array(image), {
      headers: { "content-type": `image/${type}`, "cache-control": "public, max-age=31536000, immutable" },
    });
  }

  function once(path: string, draw: () => Promise<Buffer | null>) {
    const running = drawing.get(path) ?? draw().finally(() => drawing.delete(path));
    drawing.set(path, running);
    return running;
  }

  /** A name with an old hash is not drawn anew under it: it would differ from what the name promised. */
  async function findSubject({ key, id }: PictureName) {
    const subject = await findCoverSubject(db, key);
    return subject?.id === id && coverKey(subject) === key ? subject : null;
  }

  return {
    cover: (file) =>
      answer("covers", file, "webp", coverWidths, async (name) => {
        const subject = await findSubject(name);
        return subject && renderWebp(drawCover(subject), name.number);
      }),
    portrait: (file) =>
      answer("portraits", file, "webp", portraitWidths, async ({ key, id, number }) => {
        const subject = await findPortraitSubject(db, id);
        return subject && portraitKey(subject) === key ? renderWebp(drawPortrait(subject), number) : null;
      }),
    share(kind, file) {
      if (kind === "books")
        return answer("share", file, "png", [SHARE_VERSION], async (name) => {
          const subject = await findSubject(name);
          return subject && renderPng(drawShare(subject));
        });
      if (!isSharedKind(kind)) return Promise.resolve(notFound());
      return answer(join("share", kind), file, "png", [SHARE_VERSION], async ({ id }) => {
        const title = await findSharedTitle(db, kind, id);
        const page = title !== null && { kind, id, title, shopName };
        return page && sharedPagePath(page).endsWith(`/${file}`) ? renderPng(drawPageShare(page)) : null;
      });
    },
  };
}

function isSharedKind(kind: string): kind is SharedKind {
  return (sharedKinds as readonly string[]).includes(kind);
}

/** Written beside and renamed, so that no reader ever sees half an image. */
async function writeCached(folder: string, path: string, image: Buffer) {
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(draft, image);
    await rename(draft, path);
  } catch (error) {
    console.error(`A drawn image could not be cached in ${folder}`, error);
  }
}

function notFound() {
  return new Response("There is no such image.", { status: 404, headers: { "cache-control": "no-store" } });
}
