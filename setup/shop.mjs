// `npm run shop -- ...`: runs the operator's command line.
import { install, runOnPinnedNode } from "./prepare.mjs";

install();
await runOnPinnedNode("cli/shop.ts");
