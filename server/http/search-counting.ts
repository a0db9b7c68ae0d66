import type { RateLimiter } from "#app/http/context.ts";
import { countableText } from "#shop/catalogue/search/counts/countable-text.ts";
import { createSearchCounter } from "#shop/catalogue/search/counts/search-counter.server.ts";
import type { DbAndClock } from "#shop/services.ts";

/** What robots call themselves; a browser's name always tells of its system in brackets, those of many programs do not. */
const robot = /bot|crawl|spider|slurp|headless|preview|wget|https?:|^[^(]*$/i;
const maxBrowserLength = 300;

/**
 * Who sent a request for search results, for counting that visitor once: the network and the browser. Null when it was
 * no person who looked: a robot that says so, a page fetched in advance, or anything but reading the page.
 */
export function searchingVisitor({ method, headers }: Request, network: string | null): string | null {
  const browser = headers.get("user-agent") ?? "";
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz") ?? "";
  if (method !== "GET" || purpose.includes("prefetch") || robot.test(browser)) return null;
  return `${network ?? "this machine"} ${browser.slice(0, maxBrowserLength)}`;
}

/** Counts the searches of this process: those of people, for texts that may be counted, within the limit of a network. */
export function createSearchCounting(services: DbAndClock, rateLimiterOf: (network: string | null) => RateLimiter) {
  const counter = createSearchCounter(services);
  return {
    /** Counts what a request searched for, and how many books that found. */
    count(request: Request, network: string | null, typed: string, found: number): void {
      const [text, visitor] = [countableText(typed), searchingVisitor(request, network)];
      if (text === null || visitor === null || rateLimiterOf(network).consume("counted-search") > 0) return;
      counter.add({ text, visitor, found });
    },
    close: counter.close,
  };
}
