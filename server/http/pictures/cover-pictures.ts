import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import {
  madeWidths,
  readRenditionName,
  renditionName,
  type PictureType,
} from "#shop/catalogue/pictures/picture-name.ts";
import type { PictureStore } from "#shop/catalogue/pictures/picture-store.ts";

/** A picture as it is sent. */
export interface SentPicture {
  bytes: Buffer;
  type: PictureType;
}

/** Cover pictures of books, from their store and an in-memory cache. */
export interface CoverPictures {
  /** Finds the size in a name, or the largest existing one if that is smaller; null for an unknown picture. */
  find: (file: string, acceptsAvif: boolean) => Promise<SentPicture | null>;
  /** Whether nothing must be read from the store: the picture is in memory, or the name is no picture's. */
  isAtHand: (file: string, acceptsAvif: boolean) => boolean;
}

const usualMemory = 64 * 1024 * 1024;

/** Keeps the most recently used pictures in memory, up to `maxBytes`, because the store may be on another machine. */
export function createCoverPictures(db: Db, store: PictureStore, maxBytes = usualMemory): CoverPictures {
  /** In the order of last use. */
  const kept = new Map<string, Buffer>();
  const fetching = new Map<string, Promise<Buffer | null>>();
  let size = 0;

  async function read(id: string, width: number, type: PictureType): Promise<Buffer | null> {
    const { rows } = await db.execute<{ width: number }>(
      sql`select width from cover_images where id = ${id} and is_stored`,
    );
    if (!rows[0]) return null;
    const largest = Math.max(...madeWidths(rows[0].width));
    return store.get(renditionName(id, Math.min(width, largest), type));
  }

  function keep(name: string, bytes: Buffer) {
    const known = kept.get(name);
    if (known) kept.delete(name);
    size += bytes.length - (known?.length ?? 0);
    kept.set(name, bytes);
    for (const [oldest, { length }] of kept) {
      if (size <= maxBytes) break;
      kept.delete(oldest);
      size -= length;
    }
  }

  function readName(file: string, acceptsAvif: boolean) {
    const asked = readRenditionName(file);
    if (!asked) return null;
    const type = acceptsAvif ? "avif" : asked.type;
    return { ...asked, type, name: renditionName(asked.id, asked.width, type) };
  }

  return {
    isAtHand(file, acceptsAvif) {
      const asked = readName(file, acceptsAvif);
      return asked === null || kept.has(asked.name);
    },
    async find(file, acceptsAvif) {
      const asked = readName(file, acceptsAvif);
      if (!asked) return null;
      const { name, type } = asked;
      let bytes = kept.get(name) ?? null;
      if (!bytes) {
        const running = fetching.get(name) ?? read(asked.id, asked.width, type).finally(() => fetching.delete(name));
        fetching.set(name, running);
        bytes = await running;
      }
      if (!bytes) return null;
      keep(name, bytes);
      return { bytes, type };
    },
  };
}
