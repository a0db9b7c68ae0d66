// `npm run dev`: the shop from its sources; pages change as files do, everything else starts it anew.
import { install, runOnPinnedNode } from "./prepare.mjs";

process.env.NODE_ENV ??= "development";
install();
await runOnPinnedNode("server/dev.ts", [
  "--watch-path=server",
  "--watch-path=shop",
  "--watch-path=db",
  "--watch-path=stand-ins",
  "--watch-preserve-output",
]);
