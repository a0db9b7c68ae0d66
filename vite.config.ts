import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server's bundle is the whole app as a function of a request, not only its routes.
  environments: { ssr: { build: { rollupOptions: { input: "./server/app.ts" } } } },
  build: { assetsInlineLimit: 0 },
});
