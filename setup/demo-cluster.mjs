// `npm run demo:cluster -- --fault primary-killed`: runs three shops on a cluster of databases, under load and faults.
// With `--quick` it takes at most 3 minutes.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("bench/cluster/main.ts");
