import { devPages } from "./dev-pages.ts";
import { run } from "./run.ts";

await run(devPages);
