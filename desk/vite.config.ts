import { join } from "node:path";

import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

import { recordInputs } from "#setup/bundle/build-inputs.ts";
import { createChunkGroups } from "#setup/bundle/chunk-groups.ts";

const project = join(import.meta.dirname, "..");

/**
 * The desk is a separate build. The shop's pages use none of its files, and a change of the desk changes no file of the
 * shop.
 */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), recordInputs("desk-")],
  publicDir: false,
  cacheDir: join(project, "node_modules", ".vite-desk"),
  server: { fs: { allow: [project] } },
  environments: {
    // The server bundle's entry is the request handler of the desk, which includes its routes.
    ssr: { build: { rollupOptions: { input: join(project, "server", "http", "desk-app.ts") } } },
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: {
              groups: createChunkGroups(project).desk,
            },
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, modulePreload: false, emptyOutDir: true },
});
