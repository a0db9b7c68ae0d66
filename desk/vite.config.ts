import { join } from "node:path";

import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

import { recordInputs } from "#setup/build-inputs.ts";
import { createChunkGroups } from "#setup/chunk-groups.ts";

const project = join(import.meta.dirname, "..");

/** The desk is a build of its own: no file of it is ever named in a page of the shop, and none of the shop's changes by it. */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), recordInputs("desk-")],
  publicDir: false,
  cacheDir: join(project, "node_modules", ".vite-desk"),
  server: { fs: { allow: [project] } },
  environments: {
    // The server's bundle is the whole desk as a function of a request, not only its routes.
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
