// `npm run verify`: runs the security suite, faults, chaos, soak and invariants, and prints a table of results. It
// takes an hour, or 3 minutes with `--quick`.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("bench/verify/main.ts");
