import type { Middleware } from "./listen.ts";

/** The pages of a shop, ready to be bound to a port. */
export interface PageHandler {
  /** `network` is what limits count, null for the shop's own machine; `isLocal` whether nobody else can have sent it. */
  fetch: (request: Request, network?: string | null, isLocal?: boolean) => Promise<Response>;
  before: Middleware;
  /** The catalogue has changed: these books, or anything. */
  drop: (bookIds?: string[] | null) => void;
  /** How many pages are kept in memory, and their bytes; missing where none ever is. */
  kept?: () => { pages: number; bytes: number };
  close: () => Promise<void>;
}
