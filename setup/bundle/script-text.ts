import { readFile } from "node:fs/promises";

import { minify, transformWithOxc, type Plugin } from "vite";

const query = "?script";

/**
 * Supports `import text from "./x.ts?script"`: the text of a script without imports, as minified JavaScript for
 * browsers.
 */
export const scriptText: Plugin = {
  name: "script-text",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith(query)) return null;
    const file = id.slice(0, -query.length);
    const { code } = await transformWithOxc(await readFile(file, "utf8"), file, { sourcemap: false });
    const small = await minify(file, code, { module: false });
    return `export default ${JSON.stringify(small.code)}`;
  },
};
