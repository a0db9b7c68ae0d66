import { builtPages } from "./built-pages.ts";
import { run } from "./run.ts";

await run(builtPages);
