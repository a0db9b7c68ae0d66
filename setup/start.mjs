// `npm start`: installs and builds if needed, then starts the shop.
import { build, install, runOnPinnedNode } from "./prepare.mjs";

process.env.NODE_ENV ??= "production";
install();
build();
await runOnPinnedNode("server/main.ts");
