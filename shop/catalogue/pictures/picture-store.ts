/** A store of picture files, local or in a bucket. The content of a name never changes. */
export interface PictureStore {
  /** Resolves when the bytes are stored durably; replaces an existing file. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Null if there is no such file. */
  get: (name: string) => Promise<Buffer | null>;
  has: (name: string) => Promise<boolean>;
  /** Does nothing if there is no such file. */
  remove: (name: string) => Promise<void>;
}

/** Thrown if the store failed, temporarily or because of its settings. The message contains no secret. */
export class PictureStoreError extends Error {
  override name = "PictureStoreError";
}

/** Compares the name instead of the class, because the bundle of pages has its own copy of the class. */
export function isPictureStoreError(error: unknown): error is PictureStoreError {
  return error instanceof Error && error.name === "PictureStoreError";
}
