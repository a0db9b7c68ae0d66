import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // The server's bundle is the whole app as a function of a request, not only its routes.
    ssr: { build: { rollupOptions: { input: "./server/app.ts" } } },
    // What several routes share comes in one file: thirty small ones pack worse, and each is named in the manifest.
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "framework", test: /node_modules/, priority: 1 },
                { name: "shared", test: /\/(app|ui|shop)\//, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0 },
});
