// `npm run check:invariants`: checks that orders, payments and stock agree.
import { install, runOnPinnedNode } from "./prepare.mjs";

install();
await runOnPinnedNode("cli/check-invariants.ts");
