/** Server-sent events that tell the open Today pages when the list of waiting tasks has changed. */

import { listWaiting } from "#shop/office/back-office/today.server.ts";
import type { Services } from "#shop/services.ts";
import { findLivingSessions } from "#shop/people/staff/sessions.server.ts";

/** Poll interval of the database while a Today page is open, in milliseconds. */
const usualPaceMs = 5_000;
/** The maximum number of open streams per process. */
const maxStreams = 60;
/** The maximum per session: browsers open at most six HTTP/1.1 connections to a host. */
const maxOfSession = 3;

interface Stream {
  sessionId: string;
  /** The version of the list that the page shows. */
  version: string;
  send: (text: string) => void;
  end: () => void;
}

/**
 * Sends `changed` when the list has changed, `trouble` when the database cannot be reached, and `ended` when the
 * session has ended. One poll serves all pages of a process; without open pages there is none. Unlike database
 * notifications, polling also detects tasks that become urgent as time passes, and it does not slow down the
 * transactions of orders (decision 034).
 */
export class WaitingWatch {
  readonly #services: Services;
  readonly #paceMs: number;
  readonly #streams = new Set<Stream>();
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services, paceMs = usualPaceMs) {
    this.#services = services;
    this.#paceMs = paceMs;
  }

  /** Number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  /**
   * Opens a stream for a page that shows `version`; null at a limit. The stream ends with the request or the session.
   */
  open(sessionId: string, version: string, signal: AbortSignal): ReadableStream<Uint8Array> | null {
    const ofSession = [...this.#streams].filter((stream) => stream.sessionId === sessionId);
    if (this.#streams.size >= maxStreams || ofSession.length >= maxOfSession || signal.aborted) return null;
    const encoder = new TextEncoder();
    let stream: Stream;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        const end = () => {
          if (!this.#streams.delete(stream)) return;
          try {
            controller.close();
          } catch {
            // The browser has already closed the stream.
          }
        };
        stream = { sessionId, version, end, send: (text) => controller.enqueue(encoder.encode(text)) };
        this.#streams.add(stream);
        signal.addEventListener("abort", end, { once: true });
        // Opens the stream, and sets the browser's delay before it reconnects, in milliseconds.
        stream.send("retry: 5000\n\n");
        this.#lookSoon();
      },
      cancel: () => void this.#streams.delete(stream),
    });
  }

  #lookSoon(): void {
    if (this.#timer !== undefined || this.#streams.size === 0) return;
    this.#timer = setTimeout(() => {
      void this.#look().finally(() => {
        this.#timer = undefined;
        this.#lookSoon();
      });
    }, this.#paceMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const streams = [...this.#streams];
    try {
      const ids = [...new Set(streams.map(({ sessionId }) => sessionId))];
      const living = await findLivingSessions(this.#services.db, ids, this.#services.now());
      const { version } = await listWaiting(this.#services);
      for (const stream of streams) {
        if (!living.has(stream.sessionId)) {
          stream.send(eventOf("ended"));
          stream.end();
        } else if (stream.version === version) stream.send(": nothing new\n\n");
        else {
          stream.version = version;
          stream.send(eventOf("changed"));
        }
      }
    } catch {
      // The database does not respond. Other code reports that, and the next poll tries again.
      for (const stream of streams) if (this.#streams.has(stream)) stream.send(eventOf("trouble"));
    }
  }
}

function eventOf(name: "changed" | "trouble" | "ended"): string {
  return `event: ${name}\ndata: -\n\n`;
}

const watches = new WeakMap<Services, WaitingWatch>();

/** The watch of this process. */
export function waitingWatchOf(services: Services): WaitingWatch {
  const watch = watches.get(services) ?? new WaitingWatch(services);
  watches.set(services, watch);
  return watch;
}
