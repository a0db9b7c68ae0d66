// `npm run screenshots [-- home cart]`: takes screenshots of all pages and states, or of the named ones, into
// screenshots/.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("setup/browser/take-screenshots.ts");
