/** Streams long discovery files, such as sitemaps and the merchant feed, and limits how many are sent at once. */
import { randomUUID } from "node:crypto";

import { chooseEncoding, isUnchanged } from "#server/pages/page-cache.ts";
import { notFound, noIndex } from "./answers.ts";

export interface Streams {
  /** Responds with the file that `write` yields in pieces. If `write` yields nothing, the file does not exist. */
  answer: (
    request: Request,
    network: string | null,
    type: string,
    write: () => AsyncGenerator<string>,
  ) => Promise<Response>;
}

/** Maximum number of concurrent streams. Each one reads the catalogue in batches for as long as its client takes. */
const maxStreams = 16;
/** Maximum number of concurrent streams per network. */
const maxOfNetwork = 2;
const retrySeconds = 30;

/** Creates the streams. `changes` returns the number of changes so far of the data that the files contain. */
export function createStreams(changes: () => number): Streams {
  /** Part of the ETag, because each process counts changes from its own start. */
  const processId = randomUUID().slice(0, 8);
  const running = new Map<string | null, number>();
  let all = 0;

  /**
   * Takes a slot. Returns the function that releases it, or null when no slot is free. Releasing a slot twice has no
   * effect.
   */
  function takeSlot(network: string | null): (() => void) | null {
    const ofNetwork = running.get(network) ?? 0;
    if (all >= maxStreams || ofNetwork >= maxOfNetwork) return null;
    all += 1;
    running.set(network, ofNetwork + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      all -= 1;
      const left = (running.get(network) ?? 1) - 1;
      if (left === 0) running.delete(network);
      else running.set(network, left);
    };
  }

  return {
    async answer(request, network, type, write) {
      // Compute the ETag before the first read. Later reads may see newer data; then the next request of the client
      // gets the file again.
      const etag = `W/"${processId}-${changes()}"`;
      const headers = new Headers({
        "content-type": type,
        "cache-control": "public, max-age=300",
        vary: "accept-encoding",
        ...noIndex,
        etag,
      });
      const release = takeSlot(network);
      if (!release) return busy();
      const pieces = write();
      try {
        const first = await pieces.next();
        if (first.done) return endWith(notFound());
        if (isUnchanged(request.headers.get("if-none-match"), etag.slice(2)))
          return endWith(new Response(null, { status: 304, headers }));
        const isPacked = chooseEncoding(request.headers.get("accept-encoding")?.replace(/\bbr\b/g, "")) === "gzip";
        if (isPacked) headers.set("content-encoding", "gzip");
        if (request.method === "HEAD") return endWith(new Response(null, { headers }));
        const text = streamOf(startingWith(first.value, pieces), release);
        return new Response(isPacked ? text.pipeThrough(new CompressionStream("gzip")) : text, { headers });
      } catch (error) {
        release();
        throw error;
      }

      async function endWith(response: Response) {
        release!();
        await pieces.return(undefined);
        return response;
      }
    },
  };
}

/**
 * Encodes pieces with back-pressure: reads a piece when the client has taken the previous one, and stops when the
 * client disconnects.
 */
function streamOf(pieces: AsyncGenerator<string>, release: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          let piece = await pieces.next();
          while (!piece.done && piece.value === "") piece = await pieces.next();
          if (!piece.done) return controller.enqueue(encoder.encode(piece.value));
          release();
          controller.close();
        } catch (error) {
          release();
          controller.error(error);
        }
      },
      async cancel() {
        release();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* startingWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

function busy(): Response {
  return new Response("Too many long documents are being read at the moment. Please try again later.", {
    status: 503,
    headers: { "retry-after": String(retrySeconds), "content-type": "text/plain; charset=utf-8" },
  });
}
