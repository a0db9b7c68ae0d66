import { expect, test } from "vitest";

import { PageCache } from "#server/pages/page-cache.ts";
import { buildResponse } from "./cached-response.ts";

const hour = 3_600;

test.each([
  { what: "a page that is current for an hour, with a CDN for a day", keep: 24 * hour, left: hour, seconds: hour },
  { what: "the same page, with a CDN for a minute", keep: 60, left: hour, seconds: 60 },
  { what: "the same page, without a CDN", keep: 0, left: hour, seconds: null },
  { what: "a page whose time is over", keep: 24 * hour, left: -1, seconds: null },
  { what: "a page from before a change", keep: 24 * hour, left: hour, isStale: true, seconds: null },
])(
  "a CDN may keep a page for as long as it is current, and as long as the CDN can be purged: $what",
  async ({ keep, left, isStale = false, seconds }) => {
    const headers = { "cache-control": "public, max-age=0, must-revalidate" };
    const page = await new PageCache().get("/", async () => new Response("A page", { headers }));
    if (page instanceof Response) throw new Error("This answer was not cached");
    // Half a second more: the clock goes on until the answer.
    const now = { ...page, goodUntil: Date.now() + left * 1_000 + 500, staleAt: isStale ? Date.now() : null };
    const etag = page.etags.identity;
    for (const asked of [new Headers(), new Headers({ "if-none-match": etag })]) {
      const sent = buildResponse(now, asked, keep).headers.get("cache-control");
      expect(sent).toBe(
        seconds === null
          ? "public, max-age=0, must-revalidate"
          : `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=10, stale-if-error=86400`,
      );
    }
  },
);
