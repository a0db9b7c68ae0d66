// `npm run check`: format, lint with the table of who may import whom, types, queries.
import { install, runOnPinnedNode } from "./prepare.mjs";

install();
await runOnPinnedNode("setup/run-checks.ts");
