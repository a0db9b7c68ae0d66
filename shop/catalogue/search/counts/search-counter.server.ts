import { describeErrorForLog } from "#db/describe-error.ts";
import type { DbAndClock } from "#shop/services.ts";
import { countSearches, type CountedSearch } from "./search-counts.server.ts";

/** Counts searches in the background: never delays a response, never throws. */
export interface SearchCounter {
  add: (search: CountedSearch) => void;
  /** Writes the buffered searches. */
  close: () => Promise<void>;
}

/**
 * How long searches are buffered, in milliseconds, and how many at most; further ones are dropped until the next write.
 */
const usualPace = { gatherMs: 5_000, maxWaiting: 500 };

/**
 * Buffers searches in memory and writes them a few seconds later in one statement. Searches that the database rejects
 * are lost; only the first failure in a row is logged.
 */
export function createSearchCounter(services: DbAndClock, { gatherMs, maxWaiting } = usualPace): SearchCounter {
  const waiting = new Map<string, CountedSearch>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let isCutOff = false;

  async function write() {
    timer = null;
    const searches = [...waiting.values()];
    waiting.clear();
    if (searches.length === 0) return;
    try {
      await countSearches(services, searches);
      isCutOff = false;
    } catch (error) {
      if (!isCutOff) console.error(`Searches cannot be counted: ${describeErrorForLog(error)}`);
      isCutOff = true;
    }
  }

  /** Writes one batch after the other, so that a slow database occupies one connection at most. */
  const writeNext = () => (writing = writing.then(write));

  return {
    add(search) {
      if (waiting.size >= maxWaiting) return;
      waiting.set(JSON.stringify([search.visitor, search.text]), search);
      timer ??= setTimeout(() => void writeNext(), gatherMs).unref();
    },
    async close() {
      clearTimeout(timer ?? undefined);
      await writeNext();
    },
  };
}
