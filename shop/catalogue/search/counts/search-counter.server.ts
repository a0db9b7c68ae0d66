import { describeErrorForLog } from "#db/describe-error.ts";
import type { DbAndClock } from "#shop/services.ts";
import { countSearches, type CountedSearch } from "./search-counts.server.ts";

/** Counts searches behind the readers' backs: nobody waits for it, and nothing fails with it. */
export interface SearchCounter {
  add: (search: CountedSearch) => void;
  /** Writes what waits. */
  close: () => Promise<void>;
}

/** How long searches are gathered, and how many at most; others are dropped until these are written. */
const usualPace = { gatherMs: 5_000, maxWaiting: 500 };

/**
 * Gathers searches in memory and writes them some seconds later by one statement. What the database does not take is lost;
 * it is logged once, until it works again.
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

  /** One statement after the other, so that a slow database holds one connection at most. */
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
