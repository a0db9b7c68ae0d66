import { createServer, type ViteDevServer } from "vite";

import { findFreePort } from "#db/free-port.ts";
import type { App } from "./app.ts";
import type { DeskApp } from "./desk-app.ts";
import { withDesk } from "./desk-host.ts";
import type { PageHandler } from "./page-handler.ts";
import type { CreatePageHandler } from "./production-pages.ts";

/** Renders pages directly from their sources in development, without caching. */
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

/** Opens a Vite server for the shop's or the desk's table of routes. */
async function openVite(root: string): Promise<ViteDevServer> {
  const before = new Set(process.listeners("SIGTERM"));
  // Vite's default port for hot reloading is fixed, so a second shop in development would get no updates.
  const hmr = { port: await findFreePort() };
  const vite = await createServer({ root, server: { middlewareMode: true, hmr }, appType: "custom" });
  // Remove the listeners of Vite: they would end the process at once, but the shop must close its database first.
  for (const listener of process.listeners("SIGTERM")) if (!before.has(listener)) process.off("SIGTERM", listener);
  return vite;
}
