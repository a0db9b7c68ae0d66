import type { Middleware } from "./listen.ts";

/** The pages of a shop, ready to be served on a port. */
export interface PageHandler {
  /**
   * Handles a request. Limits count by `network`, null for the shop's own machine; `isLocal` is true if only this
   * machine can have sent it.
   */
  fetch: (request: Request, network?: string | null, isLocal?: boolean) => Promise<Response>;
  before: Middleware;
  /** Marks cached pages as stale after a change of the catalogue: those that show these books, or all. */
  drop: (bookIds?: string[] | null) => void;
  /** Returns the size of the page cache; absent if there is no cache. */
  kept?: () => { pages: number; bytes: number };
  close: () => Promise<void>;
}
