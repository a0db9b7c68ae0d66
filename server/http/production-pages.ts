import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { keepBuildFiles } from "./build-files.ts";
import { answerFrom } from "./cached-answer.ts";
import type { AppOptions } from "./app.ts";
import type { DeskApp, DeskAppOptions } from "./desk-app.ts";
import { withDesk, type DeskSettings } from "./desk-host.ts";
import type { PageHandler } from "./page-handler.ts";
import type { CachedPage, PageCache } from "#server/pages/page-cache.ts";
import { publicPageKey } from "#server/pages/public-pages.ts";

/** Makes the pages for given services. */
export type CreatePageHandler = (options: PageOptions) => Promise<PageHandler>;

/** What the pages are made of. */
export type PageOptions = Omit<AppOptions, "clientFolder" | "earlierFolders"> & {
  /** Without it the shop has no desk. */
  desk?: DeskSettings | undefined;
  /** Where built browser files are kept for pages of versions before; without it pages of this build alone find theirs. */
  buildFilesFolder?: string | undefined;
};

const build = join(import.meta.dirname, "..", "..", "build");

/** The pages as built for production; cached public ones are sent straight from memory, before anything else runs. */
export const productionPages: CreatePageHandler = async ({ desk, buildFilesFolder, ...options }) => {
  const entry = pathToFileURL(join(build, "server", "index.js")).href;
  const { createApp } = (await import(entry)) as typeof import("./app.ts");
  const [ofShop, ofDesk] = [join(build, "client"), join(build, "desk", "client")];
  // Those of the desk too, though its code is loaded late: by then another build may have taken their place.
  const keep = async (folder: string, name: string) =>
    buildFilesFolder ? keepBuildFiles(folder, join(buildFilesFolder, name), options.services.now()) : [];
  const [earlierFolders, deskFolders] = [await keep(ofShop, "shop"), desk ? await keep(ofDesk, "desk") : []];
  const app = createApp({ ...options, clientFolder: ofShop, earlierFolders });
  const shop: PageHandler = {
    fetch: app.fetch,
    before(request, response, next) {
      const isReading = request.method === "GET" || request.method === "HEAD";
      const page = isReading ? findKept(app.pages, request.url ?? "") : null;
      if (!page) return next();
      const { status, headers, body } = answerFrom(
        page,
        request.headers["accept-encoding"],
        request.headers["if-none-match"],
      );
      response.writeHead(status, headers);
      response.end(request.method === "HEAD" ? undefined : body);
    },
    drop: (bookIds) => app.pages.drop(bookIds),
    kept: () => app.pages.size(),
    close: () => app.close(),
  };
  let deskApp: Promise<DeskApp> | undefined;
  return withDesk(shop, options.services, desk, {
    load: (deskOptions) =>
      (deskApp ??= loadDesk({ ...deskOptions, clientFolder: ofDesk, earlierFolders: deskFolders })),
  });
};

/** Pages are kept under the address that nearly everybody asks for them by; it is its own key. */
function findKept(pages: PageCache, url: string): CachedPage | null {
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
