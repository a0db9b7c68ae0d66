/** Where pictures are kept, under names that never change what they stand for. */
export interface PictureStore {
  /** Resolves when the bytes are kept for good; what was there under this name is replaced. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Null when there is nothing of this name. */
  get: (name: string) => Promise<Buffer | null>;
  has: (name: string) => Promise<boolean>;
  /** It is fine when there is nothing of this name. */
  remove: (name: string) => Promise<void>;
}

/** The store cannot do what it should, just now or until a setting is mended; the message has no secret in it. */
export class PictureStoreError extends Error {
  override name = "PictureStoreError";
}

/** Whether a store could not do what it should. By its name: the built pages have a class of their own. */
export function isPictureStoreError(error: unknown): error is PictureStoreError {
  return error instanceof Error && error.name === "PictureStoreError";
}
