import { productionPages } from "#server/http/production-pages.ts";
import { run } from "#server/run.ts";

// The shop without a cache of pages, so that each request renders its page. It draws no covers ahead, which would count
// as CPU time of pages.
await run((options) => productionPages({ ...options, pageCacheBytes: 0, drawsAhead: false }));
