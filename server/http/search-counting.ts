import type { RateLimiter } from "#app/http/context.ts";
import { countableText } from "#shop/catalogue/search/counts/countable-text.ts";
import { createSearchCounter } from "#shop/catalogue/search/counts/search-counter.server.ts";
import type { DbAndClock } from "#shop/services.ts";

/** Matches user agents of robots. Browsers name their system in brackets, which many programs do not. */
const robot = /bot|crawl|spider|slurp|headless|preview|wget|https?:|^[^(]*$/i;
const maxBrowserLength = 300;

/**
 * Identifies the visitor of a search by network and browser, so that each visitor is counted once. Null unless a person
 * looked at the page: null for robots that identify themselves, for prefetched pages, and for methods other than GET.
 */
export function searchingVisitor({ method, headers }: Request, network: string | null): string | null {
  const browser = headers.get("user-agent") ?? "";
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz") ?? "";
  if (method !== "GET" || purpose.includes("prefetch") || robot.test(browser)) return null;
  return `${network ?? "this machine"} ${browser.slice(0, maxBrowserLength)}`;
}

/**
 * Counts the searches of people in this process, if their texts are countable and their network is within its rate
 * limit.
 */
export function createSearchCounting(services: DbAndClock, rateLimiterOf: (network: string | null) => RateLimiter) {
  const counter = createSearchCounter(services);
  return {
    /** Counts the text of a search, and the number of books found. */
    count(request: Request, network: string | null, typed: string, found: number): void {
      const [text, visitor] = [countableText(typed), searchingVisitor(request, network)];
      if (text === null || visitor === null || rateLimiterOf(network).consume("counted-search") > 0) return;
      counter.add({ text, visitor, found });
    },
    close: counter.close,
  };
}
