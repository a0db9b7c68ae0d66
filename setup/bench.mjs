// `npm run bench -- pages`: measures; tests never do.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("bench/run.ts");
