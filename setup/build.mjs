// Builds the pages, and compresses the files for browsers once, so that the server need not compress them for each
// request.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { root } from "./prepare.mjs";

const reactRouter = join(root, "node_modules", "@react-router", "dev", "bin.cjs");
// The build of the shop empties the folder, so the desk must be built after it.
buildPages(".", join(root, "build", "client"));
buildPages("desk", join(root, "build", "desk", "client"));

/** Builds the app in a folder of the project: the shop or the desk. */
function buildPages(folder, client) {
  try {
    execFileSync(process.execPath, [reactRouter, "build", folder], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_ENV: "production" },
    });
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ""}${error.stderr ?? error.message}`);
    process.exit(1);
  }
  rmSync(join(client, ".vite"), { recursive: true, force: true });
  for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|wasm)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
