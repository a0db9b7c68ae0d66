import { createServer, type ViteDevServer } from "vite";

import { findFreePort } from "#db/free-port.ts";
import type { App } from "./app.ts";
import type { DeskApp } from "./desk-app.ts";
import { withDesk } from "./desk-host.ts";
import type { PageHandler } from "./page-handler.ts";
import type { CreatePageHandler } from "./production-pages.ts";

/** The pages straight from their sources: a change shows at once. Nothing is cached. */
export const devPages: CreatePageHandler = async ({ desk, ...options }) => {
  const vite = await openVite(".");
  const deskVite = desk ? await openVite("desk") : null;
  let module: Record<string, unknown> | null = null;
  let app: App | undefined;
  const shop: PageHandler = {
    async fetch(request, network, isLocal) {
      const loaded = await vite.ssrLoadModule("./server/http/app.ts");
      if (!app || loaded !== module) {
        module = loaded;
        void app?.close();
        app = (loaded as typeof import("./app.ts")).createApp({ ...options, clientFolder: null });
      }
      return app.fetch(request, network, isLocal);
    },
    before: (request, response, next) => vite.middlewares(request, response, next),
    drop: () => {},
    close: async () => {
      await app?.close();
      await Promise.all([vite.close(), deskVite?.close()]);
    },
  };
  let deskModule: Record<string, unknown> | null = null;
  let deskApp: DeskApp | undefined;
  return withDesk(shop, options.services, desk, {
    before: (request, response, next) => deskVite!.middlewares(request, response, next),
    async load(deskOptions) {
      const loaded = await deskVite!.ssrLoadModule("../server/http/desk-app.ts");
      if (loaded !== deskModule) {
        deskModule = loaded;
        deskApp = (loaded as typeof import("./desk-app.ts")).createDeskApp({ ...deskOptions, clientFolder: null });
      }
      return deskApp!;
    },
  });
};

/** The folder of one of the two tables of routes, watched by Vite. */
async function openVite(root: string): Promise<ViteDevServer> {
  const before = new Set(process.listeners("SIGTERM"));
  // Vite's own port for changes is one number for all: a second shop in development would be told of none.
  const hmr = { port: await findFreePort() };
  const vite = await createServer({ root, server: { middlewareMode: true, hmr }, appType: "custom" });
  // Vite would end the process at once; the shop has a database to close first.
  for (const listener of process.listeners("SIGTERM")) if (!before.has(listener)) process.off("SIGTERM", listener);
  return vite;
}
