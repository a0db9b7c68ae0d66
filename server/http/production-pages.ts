import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

import { keepBuildFiles } from "./build-files.ts";
import { readCachedResponse } from "./cached-response.ts";
import type { AppOptions } from "./app.ts";
import type { DeskApp, DeskAppOptions } from "./desk-app.ts";
import { withDesk, type DeskSettings } from "./desk-host.ts";
import type { PageHandler } from "./page-handler.ts";
import type { CachedPage, PageCache } from "#server/pages/page-cache.ts";
import { publicPageKey } from "#server/pages/public-pages.ts";

/** Creates the pages for given services. */
export type CreatePageHandler = (options: PageOptions) => Promise<PageHandler>;

/** Options of the pages. */
export type PageOptions = Omit<AppOptions, "clientFolder" | "earlierFolders"> & {
  /** The settings of the desk; without them the shop has no desk. */
  desk?: DeskSettings | undefined;
  /**
   * The folder that keeps browser files of earlier builds for pages that are still open. Without it, only files of this
   * build are served.
   */
  buildFilesFolder?: string | undefined;
};

const build = join(import.meta.dirname, "..", "..", "build");

/** Creates the pages from the production build. Cached public pages are sent from memory before anything else runs. */
export const productionPages: CreatePageHandler = async ({ desk, buildFilesFolder, ...options }) => {
  const entry = pathToFileURL(join(build, "server", "index.js")).href;
  const { createApp } = (await import(entry)) as typeof import("./app.ts");
  const [ofShop, ofDesk] = [join(build, "client"), join(build, "desk", "client")];
  // Copy the desk's files now, although its code is loaded later: by then another build may have replaced them.
  const keep = async (folder: string, name: string) =>
    buildFilesFolder ? keepBuildFiles(folder, join(buildFilesFolder, name), options.services.now()) : [];
  const [earlierFolders, deskFolders] = [await keep(ofShop, "shop"), desk ? await keep(ofDesk, "desk") : []];
  const app = createApp({ ...options, clientFolder: ofShop, earlierFolders });
  const { settings } = options.services;
  let opening = structuredClone(settings.opening);
  const shop: PageHandler = {
    fetch: app.fetch,
    before(request, response, next) {
      const isReading = request.method === "GET" || request.method === "HEAD";
      // Before the opening, a cookie decides who sees the shop.
      if (settings.opening.state === "not-open") return next();
      const page = isReading ? findCachedPage(app.pages, request.url ?? "") : null;
      if (!page) return next();
      const { status, headers, body } = readCachedResponse(
        page,
        request.headers["accept-encoding"],
        request.headers["if-none-match"],
        options.cdn?.keepSeconds(),
      );
      response.writeHead(status, headers);
      response.end(request.method === "HEAD" ? undefined : body);
    },
    drop(bookIds) {
      if (isDeepStrictEqual(opening, settings.opening)) return app.pages.drop(bookIds);
      opening = structuredClone(settings.opening);
      app.pages.clear();
    },
    kept: () => app.pages.size(),
    close: () => app.close(),
  };
  let deskApp: Promise<DeskApp> | undefined;
  return withDesk(shop, options.services, desk, {
    load: (deskOptions) =>
      (deskApp ??= loadDesk({ ...deskOptions, clientFolder: ofDesk, earlierFolders: deskFolders })),
  });
};

/** Looks up a cached page. The most common address of a page is also its key in the cache. */
function findCachedPage(pages: PageCache, url: string): CachedPage | null {
  const page = pages.peek(url);
  if (page) return page;
  const key = publicPageKey(url);
  return key === null || key === url ? null : pages.peek(key);
}

async function loadDesk(options: DeskAppOptions): Promise<DeskApp> {
  const entry = pathToFileURL(join(build, "desk", "server", "index.js")).href;
  const { createDeskApp } = (await import(entry)) as typeof import("./desk-app.ts");
  return createDeskApp(options);
}
