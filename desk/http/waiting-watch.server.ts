import { listWaiting } from "#shop/office/back-office/today.server.ts";
import type { Services } from "#shop/services.ts";
import { findLivingSessions } from "#shop/people/staff/sessions.server.ts";

/** How often the records are asked while somebody looks at Today, in milliseconds. */
const usualPaceMs = 5_000;
/** Streams of one process, and of one session: a browser opens no more than six connections to a host. */
const maxStreams = 60;
const maxOfSession = 3;

interface Stream {
  sessionId: string;
  /** The version of what its page shows. */
  version: string;
  send: (text: string) => void;
  end: () => void;
}

/**
 * Tells the open pages of Today when something else waits, by server-sent events: `changed`, `trouble` when the records could
 * not be asked, `ended` with the session. The records are asked once for all pages of a process, and only while there are any:
 * that also sees what becomes urgent by time alone, and no order has to wait for a notification (decision 034).
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

  /** How many pages listen. */
  get size(): number {
    return this.#streams.size;
  }

  /** A stream for a page that shows this version; null when there are too many. It ends with the request or the session. */
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
            // The browser has closed it.
          }
        };
        stream = { sessionId, version, end, send: (text) => controller.enqueue(encoder.encode(text)) };
        this.#streams.add(stream);
        signal.addEventListener("abort", end, { once: true });
        // Says that it is open, and how long a browser waits before it asks again.
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
      // The database does not answer: that is told where it matters, and asked again.
      for (const stream of streams) if (this.#streams.has(stream)) stream.send(eventOf("trouble"));
    }
  }
}

function eventOf(name: "changed" | "trouble" | "ended"): string {
  return `event: ${name}\ndata: -\n\n`;
}

const watches = new WeakMap<Services, WaitingWatch>();

/** The one watch of a process. */
export function waitingWatchOf(services: Services): WaitingWatch {
  const watch = watches.get(services) ?? new WaitingWatch(services);
  watches.set(services, watch);
  return watch;
}
