import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

import { recordInputs } from "./setup/build-inputs.ts";
import { createChunkGroups } from "./setup/chunk-groups.ts";
import { scriptText } from "./setup/script-text.ts";

/** What is imported late here is one file each, without styles: Vite's half a kilobyte that looks for more is not needed. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id.startsWith("\0vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null),
};

/** A link whose values are known is a plain path: browsers need not work that out. */
const plainLinks: Plugin = {
  name: "plain-links",
  enforce: "pre",
  apply: "build",
  transform: (code) =>
    code.includes('from "#routing/href.ts"')
      ? code
          .replaceAll(/\bhref\(("\/[^":?]*")\)/g, "$1")
          .replaceAll(/\bhref\("(\/[^":?]*\/):\w+", \{ \w+: "([a-z-]+)" \}\)/g, '"$1$2"')
      : null,
};

export default defineConfig({
  plugins: [plainImports, plainLinks, scriptText, tailwindcss(), reactRouter(), recordInputs()],
  environments: {
    // The server's bundle is the whole app as a function of a request, not only its routes.
    ssr: { build: { rollupOptions: { input: "./server/http/app.ts" } } },
    // What several routes share comes in one file: thirty small ones pack worse, and each is named in the manifest.
    client: {
      build: {
        rollupOptions: {
          output: {
            // Every first visit loads a manifest that names all files: seven letters of hash tell them apart, and pack better.
            entryFileNames: "assets/[name]-[hash:7].js",
            chunkFileNames: "assets/[name]-[hash:7].js",
            codeSplitting: {
              groups: createChunkGroups(import.meta.dirname).shop,
            },
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, modulePreload: false },
});
