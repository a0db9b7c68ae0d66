/** Limits on reading a file during a request. */
export interface ReadLimit {
  /** Uncompressed bytes. */
  bytes: number;
  /** Deadline, by `performance.now()`. */
  until: number;
  /** Aborted when the client has disconnected. */
  signal: AbortSignal;
}

/** Reading stopped before the end of the file because a limit was reached. */
export class ReadLimitError extends Error {}

/** Reading a workbook reached a limit; the message is for staff. */
export class WorkbookLimitError extends ReadLimitError {
  constructor(cause: ReadLimitError) {
    super("This workbook is too large for a preview. Save its sheet as “CSV UTF-8”, and upload that file.", { cause });
  }
}

/** Throws ReadLimitError after the deadline or an abort. */
export function checkLimit({ until, signal }: Pick<ReadLimit, "until" | "signal">): void {
  if (signal.aborted || performance.now() > until) throw new ReadLimitError("Reading the file takes too long.");
}

/** Passes the bytes on, and throws ReadLimitError when a limit is exceeded. */
export async function* limitReading(bytes: AsyncIterable<Uint8Array>, limit: ReadLimit): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of bytes) {
    checkLimit(limit);
    read += chunk.length;
    if (read > limit.bytes) throw new ReadLimitError("The file is larger than the limit.");
    yield chunk;
  }
}
