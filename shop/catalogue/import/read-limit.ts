/** What somebody who waits for an answer lets a file cost. */
export interface ReadLimit {
  /** Unpacked bytes. */
  bytes: number;
  /** When it has to end, by `performance.now()`. */
  until: number;
  /** Nobody waits any more. */
  signal: AbortSignal;
}

/** Reading ended before the file did, because more would cost too much. */
export class ReadLimitError extends Error {}

/** Throws ReadLimitError when the time is over, or nobody waits. */
export function checkLimit({ until, signal }: Pick<ReadLimit, "until" | "signal">): void {
  if (signal.aborted || performance.now() > until) throw new ReadLimitError("Reading the file takes too long.");
}

/** The same bytes until the limit, where it throws ReadLimitError. */
export async function* limitReading(bytes: AsyncIterable<Uint8Array>, limit: ReadLimit): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of bytes) {
    checkLimit(limit);
    read += chunk.length;
    if (read > limit.bytes) throw new ReadLimitError("So much of the file is not read.");
    yield chunk;
  }
}
