import { randomUUID } from "node:crypto";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { codeOf } from "#db/transaction.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { readRenditionName } from "./picture-name.ts";
import { PictureStoreError, type PictureStore } from "./picture-store.ts";

/** Stores pictures in a local folder, spread over 256 subfolders. */
export function createFolderStore(folder: string): PictureStore {
  /** Accepts only the shop's own picture names, so that no name can lead out of the folder. */
  const pathOf = (name: string) => {
    if (!readRenditionName(name)) throw new PictureStoreError(`${JSON.stringify(name)} is no name of a picture.`);
    return join(folder, name.slice(2, 4), name);
  };
  const unless = (code: string) => (error: unknown) => {
    if (codeOf(error) === code) return null;
    throw new PictureStoreError(`The folder of the covers cannot be used: ${messageOf(error)}`, { cause: error });
  };
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      const draft = `${path}.${randomUUID()}`;
      try {
        await mkdir(dirname(path), { recursive: true });
        // Write a temporary file and rename it, so that no reader sees an incomplete picture.
        await writeFile(draft, bytes, { flush: true });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        unless("")(error);
      }
    },
    get: async (name) => readFile(pathOf(name)).catch(unless("ENOENT")),
    has: async (name) => (await access(pathOf(name)).then(() => true, unless("ENOENT"))) ?? false,
    remove: async (name) => rm(pathOf(name), { force: true }).catch((error) => void unless("ENOENT")(error)),
  };
}
