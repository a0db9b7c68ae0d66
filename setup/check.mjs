// `npm run check`: checks format, lint rules with the allowed imports, types and queries.
import { install, runOnPinnedNode } from "./prepare.mjs";

install();
await runOnPinnedNode("setup/checks/run-checks.ts");
