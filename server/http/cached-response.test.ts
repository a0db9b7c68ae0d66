import { expect, test } from "vitest";

import { PageCache } from "#server/pages/page-cache.ts";
import { buildResponse } from "./cached-response.ts";

test.each([
  { kept: "public, max-age=0, s-maxage=60", staleAt: null, sent: "public, max-age=0, s-maxage=60" },
  { kept: "public, max-age=0, s-maxage=60", staleAt: 5, sent: "public, max-age=0, must-revalidate" },
  { kept: "public, max-age=0, must-revalidate", staleAt: 5, sent: "public, max-age=0, must-revalidate" },
])(
  "a shared cache may keep a page only while it is current: $kept, stale at $staleAt",
  async ({ kept, staleAt, sent }) => {
    const print = async () => new Response("A page", { headers: { "cache-control": kept } });
    const page = await new PageCache().get("/", print);
    if (page instanceof Response) throw new Error("This answer was not cached");
    expect(buildResponse({ ...page, staleAt }, new Headers()).headers.get("cache-control")).toBe(sent);
  },
);
