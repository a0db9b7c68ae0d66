import { productionPages } from "./production-pages.ts";
import { run } from "./run.ts";

await run(productionPages);
