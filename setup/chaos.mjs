// `npm run chaos -- --minutes 5 --seed 7`: simulates shoppers under random faults. With `--quick` it takes at most 3
// minutes.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("bench/chaos/main.ts");
