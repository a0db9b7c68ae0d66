import { productionPages } from "./http/production-pages.ts";
import { run } from "./run.ts";

await run(productionPages);
