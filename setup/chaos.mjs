// `npm run chaos -- --minutes 5 --seed 7`: shoppers, while everything goes wrong. `--quick` takes 3 minutes at most.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("bench/chaos.ts");
