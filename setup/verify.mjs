// `npm run verify`: security suite, faults, chaos, soak and invariants, with a table of what held. An hour, or 3 minutes by `--quick`.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("bench/verify.ts");
