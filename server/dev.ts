import { devPages } from "./http/dev-pages.ts";
import { run } from "./run.ts";

await run(devPages);
