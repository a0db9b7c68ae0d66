// `npm run demo:cluster -- --fault primary-killed`: three shops on a cluster of databases, under load.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("bench/cluster.ts");
