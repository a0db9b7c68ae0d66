import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

import { recordInputs } from "./setup/build-inputs.ts";

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

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

const everyPage = /\/app\/(root|site)\.tsx/;
/** The home page, without what is far below on it and loads late. */
const home = /\/app\/routes\/home\/(?!(far-below|bundles|featured-authors|testimonials|reading-lists)\.tsx)/;
const routeModule = /\/app\/(entry\.client|root|site|.*route)\.tsx?(\?|$)/;

/** Whether a module comes with every page, or with the home page and another one. */
function isOfFirstVisit(id: string, graph: ModuleGraph): boolean {
  if (routeModule.test(id) || home.test(id)) return false;
  const importers = new Set<string>();
  const collect = (of: string) => {
    for (const importer of graph.getModuleInfo(of)?.importers ?? []) {
      if (importers.has(importer)) continue;
      importers.add(importer);
      collect(importer);
    }
  };
  collect(id);
  const all = [...importers];
  return all.some((importer) => everyPage.test(importer)) || all.some((importer) => home.test(importer));
}

export default defineConfig({
  plugins: [plainImports, plainLinks, tailwindcss(), reactRouter(), recordInputs()],
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
              groups: [
                { name: "framework", test: /node_modules/, priority: 1 },
                // What answers a press before the framework has come: it must import nothing of it.
                { name: "first-press", test: /\/(first-press|put-in-cart)\.ts/, priority: 2 },
                // What every page has, and what the home page shares with others, in one file; it holds nothing else.
                { name: (id, graph) => (isOfFirstVisit(id, graph) ? "site" : null), debugName: "site", priority: 1 },
                // Pages without a shelf or an address, such as a book's, load nothing of them.
                {
                  name: "shared",
                  test: /\/(app|ui|covers|shop)\/(?!shelves\/|places\/|\w+\/shelf-)/,
                  minShareCount: 3,
                },
              ],
            },
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, modulePreload: false },
});
