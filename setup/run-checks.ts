import { runChecks } from "./checks.ts";

process.exitCode = runChecks() ? 0 : 1;
