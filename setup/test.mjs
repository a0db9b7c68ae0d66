// `npm test`: check, rules, records, requests, journeys. Ends with one line of sums.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("setup/run-tests.ts");
