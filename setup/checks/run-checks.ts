import { runChecks } from "./checks.ts";

process.exitCode = (await runChecks(process.argv.includes("--write"))) ? 0 : 1;
