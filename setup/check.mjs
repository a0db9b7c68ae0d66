// `npm run check`: format, lint with the table of who may import whom, types.
import { install, runOnPinnedNode } from "./prepare.mjs";

install();
await runOnPinnedNode("setup/run-checks.ts");
