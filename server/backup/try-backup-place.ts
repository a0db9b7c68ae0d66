import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { BackupConfig } from "#server/config/backup-settings.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import type { BackupFile } from "./backup-place.ts";
import { openBackupLocation } from "./open-backup-place.ts";

const triesForMs = 20_000;

/** Writes a small file to a place of backups, reads it and deletes it; returns the problem, or null. */
export async function tryBackupPlace({ folder, s3 }: Pick<BackupConfig, "folder" | "s3">): Promise<string | null> {
  // Files of the program are sent to readers.
  if (!folder.startsWith("s3:") && `${resolve(folder)}${sep}`.startsWith(`${process.cwd()}${sep}`))
    return "This folder belongs to the program. Choose one outside of it.";
  const isThere = folder.startsWith("s3:") || (await stat(folder).catch(() => null))?.isDirectory();
  // A folder that is made here would be on the server's own disk, although another one was meant.
  if (!isThere)
    return "There is no such folder on the server. Whoever looks after the server makes it, on another disk; or name a bucket.";
  const name = `endpaper-trial-${randomUUID()}.txt`;
  const trial = async () => {
    const place = openBackupLocation(folder, s3);
    const file = place.file(name);
    const written = Buffer.from(`A trial of the shop: ${name}`);
    await file.write(bytesOf(written));
    try {
      const read = await readAll(file);
      return read.equals(written) ? null : "What was written there was changed when it was read.";
    } finally {
      await place.remove(name);
    }
  };
  const late = wait(triesForMs, `The place did not answer within ${triesForMs / 1000} seconds.`, { ref: false });
  return Promise.race([trial().catch(messageOf), late]);
}

async function* bytesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function readAll(file: BackupFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}
