import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { PictureStoreError } from "#shop/catalogue/pictures/picture-store.ts";
import { PictureRefusedError } from "#shop/catalogue/pictures/read-picture.server.ts";
import { ImportLockLostError, ImportRunningError } from "#shop/catalogue/records/import-lock.server.ts";
import { UsageError } from "#cli/command.ts";

/** Errors whose message the operator understands without a stack trace. */
const plainErrors = [
  UnreadableFileError,
  ImportRunningError,
  ImportLockLostError,
  PictureRefusedError,
  PictureStoreError,
];

/**
 * Throws a `UsageError` instead of errors of unreadable files, of concurrent imports, and of pictures and their store.
 */
export async function withPlainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && plainErrors.some((kind) => error instanceof kind))
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
