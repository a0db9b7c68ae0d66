import { randomUUID } from "node:crypto";

import { chooseEncoding, isUnchanged } from "#server/pages/page-cache.ts";
import { notFound, notShown } from "./answers.ts";

/** Long documents, sent piece by piece as they are read. */
export interface Streams {
  /** `write` yields the document; nothing at all when there is none. */
  answer: (
    request: Request,
    network: string | null,
    type: string,
    write: () => AsyncGenerator<string>,
  ) => Promise<Response>;
}

/** How many may be under way at once: each reads the catalogue batch by batch for as long as its client takes. */
const maxStreams = 16;
/** Of these for one network; null stands for the shop's own machine. */
const maxOfNetwork = 2;
const retrySeconds = 30;

/** `changes` counts the changes of what documents are made of. */
export function createStreams(changes: () => number): Streams {
  /** Another process counts from its own beginning. */
  const processId = randomUUID().slice(0, 8);
  const running = new Map<string | null, number>();
  let all = 0;

  /** Takes a place; null when none is free. The place is given back once, however often that is asked. */
  function takePlace(network: string | null): (() => void) | null {
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
      // Before anything is read: what is read later may be newer, and then the next one who asks gets it anew.
      const etag = `W/"${processId}-${changes()}"`;
      const headers = new Headers({
        "content-type": type,
        "cache-control": "public, max-age=300",
        vary: "accept-encoding",
        ...notShown,
        etag,
      });
      const release = takePlace(network);
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

/** Pieces as bytes: one is read when the client has taken the one before, and none when it is gone. */
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
