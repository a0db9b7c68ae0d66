// `npm start`: everything a fresh machine needs, then the shop.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { build, install, pinnedNode, root } from "./prepare.mjs";

process.env.NODE_ENV ??= "production";
install();
build();
const main = join(root, "server", "main.ts");
if (process.versions.node.startsWith("24.")) {
  await import(pathToFileURL(main).href);
} else {
  const shop = spawn(pinnedNode(), [main], { stdio: "inherit" });
  // Ctrl-C reaches the shop by itself; this one only waits for it to close its doors.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => shop.kill("SIGTERM"));
  shop.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
