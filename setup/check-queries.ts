import { join } from "node:path";

import { checkQueries } from "./queries/check-queries.ts";

const problems = await checkQueries(join(import.meta.dirname, ".."));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
