// `npm run bench -- pages`: runs benchmarks, which tests never do. With `--quick` it takes at most 3 minutes.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("bench/run.ts");
