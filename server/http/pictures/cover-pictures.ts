import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import {
  madeWidths,
  readRenditionName,
  renditionName,
  type PictureType,
} from "#shop/catalogue/pictures/picture-name.ts";
import type { PictureStore } from "#shop/catalogue/pictures/picture-store.ts";

/** The bytes of a picture and their format. */
export interface SentPicture {
  bytes: Buffer;
  type: PictureType;
}

/** Finds the cover pictures of books in their store or in an in-memory cache. */
export interface CoverPictures {
  /**
   * Finds a picture in the size that its name gives, or in its largest size if that is smaller. Null for an unknown
   * picture.
   */
  find: (file: string, acceptsAvif: boolean) => Promise<SentPicture | null>;
  /** Whether `find` needs no read from the store: the picture is in memory, or the name is invalid. */
  needsNoRead: (file: string, acceptsAvif: boolean) => boolean;
}

const usualMemory = 64 * 1024 * 1024;

/** Keeps the most recently used pictures in memory, up to `maxBytes`, because the store may be on another machine. */
export function createCoverPictures(db: Db, store: PictureStore, maxBytes = usualMemory): CoverPictures {
  /** The pictures in memory, the least recently used first. */
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
    needsNoRead(file, acceptsAvif) {
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
