// `npm run demo:cluster -- --fault primary-killed`: three shops on a cluster of databases, under load. `--quick` takes 3 minutes at most.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("bench/cluster.ts");
