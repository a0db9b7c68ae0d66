import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

import { recordInputs } from "./setup/bundle/build-inputs.ts";
import { createChunkGroups } from "./setup/bundle/chunk-groups.ts";
import { scriptText } from "./setup/bundle/script-text.ts";

/**
 * Replaces Vite's preload helper (half a kilobyte): dynamically imported modules here are one file each, without
 * styles.
 */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id.startsWith("\0vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null),
};

/** Replaces links with constant parameters by plain paths at build time. */
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
    // The server's bundle exports the whole app as a function of a request, not only its routes.
    ssr: { build: { rollupOptions: { input: "./server/http/app.ts" } } },
    // Modules shared by several routes are in one file: thirty small ones compress worse, and each is listed in the
    // manifest.
    client: {
      build: {
        rollupOptions: {
          output: {
            // Every first visit loads a manifest of all files; seven characters of hash are unique, and compress
            // better.
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
