// `npm run dev`: runs the shop from its sources. Pages reload when they change. A change of any other file restarts the
// shop.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";

import { install, pinnedNode, root, onNpmExit } from "./prepare.mjs";

const watched = ["server", "shop", "routing", "db", "packages"];
const settleMs = 150;

install();
let isStopping = false;
let isReopening = false;
let timer = null;
let shop = open();

function open() {
  const env = { NODE_ENV: "development", ...process.env };
  const child = spawn(pinnedNode(), [join(root, "server", "dev.ts")], { stdio: "inherit", cwd: root, env });
  child.on("exit", (code) => {
    if (isStopping) process.exit(code ?? 1);
  });
  return child;
}

/** Waits for the old shop to close, including its database, before the new one opens. */
function reopen() {
  if (isReopening) return;
  isReopening = true;
  const next = () => {
    isReopening = false;
    if (!isStopping) shop = open();
  };
  if (hasEnded(shop)) return next();
  shop.once("exit", next);
  shop.kill("SIGTERM");
}

function stop() {
  isStopping = true;
  if (hasEnded(shop)) process.exit(0);
  shop.kill("SIGTERM");
}

function hasEnded({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}

for (const folder of watched) {
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (!/\.(ts|sql)$/.test(file ?? "") || file.endsWith(".test.ts")) return;
    clearTimeout(timer);
    timer = setTimeout(reopen, settleMs);
  });
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
onNpmExit(stop);
