import { createServer } from "vite";

import { findFreePort } from "#db/free-port.ts";
import type { App } from "./app.ts";
import type { CreatePageHandler } from "./production-pages.ts";

/** The pages straight from their sources: a change shows at once. Nothing is cached. */
export const devPages: CreatePageHandler = async (options) => {
  const before = new Set(process.listeners("SIGTERM"));
  // Vite's own port for changes is one number for all: a second shop in development would be told of none.
  const hmr = { port: await findFreePort() };
  const vite = await createServer({ server: { middlewareMode: true, hmr }, appType: "custom" });
  // Vite would end the process at once; the shop has a database to close first.
  for (const listener of process.listeners("SIGTERM")) if (!before.has(listener)) process.off("SIGTERM", listener);
  let module: Record<string, unknown> | null = null;
  let app: App | undefined;
  return {
    async fetch(request, network, isLocal) {
      const loaded = await vite.ssrLoadModule("./server/http/app.ts");
      if (loaded !== module) {
        module = loaded;
        void app?.close();
        app = (loaded as typeof import("./app.ts")).createApp({ ...options, clientFolder: null });
      }
      return app!.fetch(request, network, isLocal);
    },
    before: (request, response, next) => vite.middlewares(request, response, next),
    drop: () => {},
    close: async () => {
      await app?.close();
      await vite.close();
    },
  };
};
