// `npm run bench -- pages`: measures; tests never do. `--quick` takes 3 minutes at most.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("bench/run.ts");
