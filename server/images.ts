import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Db } from "#db/connect.ts";
import { findCoverSubject, findPortraitSubject } from "#shop/catalogue/cover-subjects.server.ts";
import { coverKey, drawCover } from "#shop/covers/draw-cover.ts";
import { drawPortrait, portraitKey } from "#shop/covers/draw-portrait.ts";
import { coverWidths, portraitWidths, renderWebp } from "#shop/covers/raster.server.ts";

/** Serves drawn covers and portraits by their immutable names, such as `godan-3f2a9c1b04-480.webp`. */
export interface Images {
  cover: (file: string) => Promise<Response>;
  portrait: (file: string) => Promise<Response>;
}

const fileName = /^(?<key>(?<id>[a-z0-9-]{1,120})-[0-9a-f]{10})-(?<width>\d{2,4})\.webp$/;

/** Images are drawn when first asked for, and kept in the folder under the same name. */
export function createImages(db: Db, folder: string): Images {
  const drawing = new Map<string, Promise<Buffer | null>>();

  async function answer(
    kind: string,
    file: string,
    widths: readonly number[],
    draw: (key: string, id: string) => Promise<string | null>,
  ) {
    const parts = fileName.exec(file)?.groups;
    const width = Number(parts?.width);
    if (!parts?.key || !parts.id || !widths.includes(width)) return notFound();
    const { key, id } = parts;
    const path = join(folder, kind, file);
    const kept = await readFile(path).catch(() => null);
    const image =
      kept ??
      (await once(path, async () => {
        const svg = await draw(key, id);
        if (svg === null) return null;
        const webp = await renderWebp(svg, width);
        await keep(join(folder, kind), path, webp);
        return webp;
      }));
    if (!image) return notFound();
    return new Response(new Uint8Array(image), {
      headers: { "content-type": "image/webp", "cache-control": "public, max-age=31536000, immutable" },
    });
  }

  function once(path: string, draw: () => Promise<Buffer | null>) {
    const running = drawing.get(path) ?? draw().finally(() => drawing.delete(path));
    drawing.set(path, running);
    return running;
  }

  return {
    cover: (file) =>
      answer("covers", file, coverWidths, async (key, id) => {
        const subject = await findCoverSubject(db, key);
        // A name with an old hash is not drawn anew under it: it would differ from what the name promised.
        return subject?.id === id && coverKey(subject) === key ? drawCover(subject) : null;
      }),
    portrait: (file) =>
      answer("portraits", file, portraitWidths, async (key, id) => {
        const subject = await findPortraitSubject(db, id);
        return subject && portraitKey(subject) === key ? drawPortrait(subject) : null;
      }),
  };
}

/** Written beside and renamed, so that no reader ever sees half an image. */
async function keep(folder: string, path: string, image: Buffer) {
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(draft, image);
    await rename(draft, path);
  } catch (error) {
    console.error(`A drawn image could not be kept in ${folder}`, error);
  }
}

function notFound() {
  return new Response("There is no such image.", { status: 404, headers: { "cache-control": "no-store" } });
}
