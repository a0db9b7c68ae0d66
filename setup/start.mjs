// `npm start`: everything a fresh machine needs, then the shop.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

process.env.NODE_ENV ??= "production";
install();
build();
await runOnPinnedNode("server/main.ts");
