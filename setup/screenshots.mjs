// `npm run screenshots [-- home cart]`: pictures of every page and state, or of those named, into screenshots/.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

install();
build();
await runOnPinnedNode("setup/take-screenshots.ts");
