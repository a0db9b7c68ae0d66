// `npm run shop -- ...`: the bookseller's command line.
import { install, runOnPinnedNode } from "./prepare.mjs";

install();
await runOnPinnedNode("cli/shop.ts");
