import { randomBytes } from "node:crypto";

import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import {
  countSearchContext,
  documentHeadContext,
  rateLimiterContext,
  nonceContext,
  servicesContext,
} from "#app/http/context.ts";
import { emptyHead } from "#app/http/document-head.ts";
import { href } from "#routing/href.ts";
import type { Db } from "#db/connect.ts";
import type { Services } from "#shop/services.ts";
import { type Admission, laneOf } from "./load/admission.ts";
import { createApi } from "./api/api.ts";
import { serveBuildFiles } from "./build-files.ts";
import { createRateLimiters } from "./load/rate-limiter.ts";
import type { SharedLimits } from "#server/limits/shared-limits.ts";
import { guardForms } from "./guards/guard-forms.ts";
import { createCoverPictures } from "./pictures/cover-pictures.ts";
import { createDrawnPictures } from "./pictures/drawn-pictures.ts";
import { createImages } from "./pictures/images.ts";
import { createWebAppFiles } from "./web-app-manifest.ts";
import { PageCache } from "#server/pages/page-cache.ts";
import { decodePath, isLookedUp, properPath, publicPageKey } from "#server/pages/public-pages.ts";
import { forSharedCaches } from "#server/pages/surrogate-keys.ts";
import { suggestionsPath } from "#shop/catalogue/search/suggestion.ts";
import { responseOf } from "./cached-answer.ts";
import { createDocuments, documentPaths } from "./discovery/documents.ts";
import { noticeDatabaseAway, sayAway } from "./database-away.ts";
import { sayBusy } from "./load/busy.ts";
import { readBody } from "./guards/read-body.ts";
import { refuse, tooLarge, tooQuick, withShortLocation, zeroByte } from "./load/refusal.ts";
import { postsAt } from "./guards/same-origin.ts";
import { isSigned } from "./signed-reports.ts";
import { createSearchCounting } from "./search-counting.ts";
import { securityHeadersOf, withHeadersOfAll } from "./guards/security-headers.ts";
import { securityText } from "./guards/security-text.ts";
import { formToSendAgain } from "./small-page.ts";
import { followWorker } from "./service-worker.ts";
import { answerSuggestions } from "./suggestions.ts";
import { hasZeroByte, isForm, mayHaveBody, withTrustedUrl } from "./guards/trusted-request.ts";
import { createRefusalLog } from "./load/tell-refusals.ts";
import { Turns } from "./load/turns.ts";
import { type MountedStandIn, whyNoStandIn } from "./guards/stand-in-guard.ts";

export interface AppOptions {
  services: Services;
  /** Connections for buyers and the reports of payment providers, however slow the others are; those of `services` if none are given. */
  checkoutDb?: Db | undefined;
  /** Who is let in when many come; everybody unless given. */
  admission?: Admission | undefined;
  /** Folder in which drawn pictures are kept, and how many bytes of them; 2 GB unless given. */
  imagesFolder: string;
  /** Whether covers are drawn before anybody asks for them; a shop that is open for a test draws what it is asked for. */
  drawsAhead?: boolean | undefined;
  imagesMaxBytes?: number | undefined;
  /** Folder with the built browser files; none in development, where Vite serves them. */
  clientFolder: string | null;
  /** Folders with those of versions before, the newest first. */
  earlierFolders?: string[] | undefined;
  /** Where limits are added up with those of other processes; without it they are this process's own. */
  sharedLimits?: SharedLimits | undefined;
  standIns: MountedStandIn[];
}

/** The shop as a function of a request, with the pages it keeps. */
export interface App {
  /** `network` is what limits count, null for the shop's own machine; `isLocal` whether nobody else can have sent it. */
  fetch: (request: Request, network?: string | null, isLocal?: boolean) => Promise<Response>;
  pages: PageCache;
  /** Writes what is only in memory. */
  close: () => Promise<void>;
}

const methods = new Set(["GET", "HEAD", "POST", "OPTIONS"]);
const largestBody = 64 * 1024;
/** What a payment provider's page posts when it comes back is ten short fields. */
const largestReturn = 8 * 1024;
/** Searches and suggestions of one network that are looked up at once: the connections to the database are ten. */
const maxLookupsAtOnce = 3;
/** What open payment windows ask every few seconds: they must not use up what a shared address may read. */
const statusPath = href("/checkout/status");

/** Joins the router, the pages it may keep and everything that stands before it. */
export function createApp(options: AppOptions): App {
  const { services, checkoutDb, admission, imagesFolder, imagesMaxBytes, clientFolder, sharedLimits, standIns } =
    options;
  const { earlierFolders = [], drawsAhead = false } = options;
  const { publicUrl, hasCdn } = services.settings;
  const atCheckout = checkoutDb ? { ...services, db: checkoutDb } : services;
  const pages = new PageCache();
  /** For what is the same for everybody. */
  const publicServices = { ...services, db: services.publicDb ?? services.db };
  const pictures = createCoverPictures(services.db, services.coverStore);
  const images = createImages(
    services.db,
    createDrawnPictures(imagesFolder, imagesMaxBytes ?? 2e9),
    services.settings,
    pictures,
  );
  if (drawsAhead) images.keepDrawingAhead();
  const installFiles = createWebAppFiles(services.settings);
  const findWorker = clientFolder ? followWorker(build.assets.version, services.settings, clientFolder) : null;
  const documents = createDocuments(publicServices, () => pages.changes);
  const route = createRequestHandler(build, import.meta.env.MODE);
  const app = new Hono<{ Bindings: { network: string | null; isLocal: boolean } }>();
  const refusals = createRefusalLog();
  const rateLimiterOf = createRateLimiters({
    now: () => services.now(),
    shared: sharedLimits,
    onRefusal: (what) => refusals.note(`requests beyond the limit ${what}`),
  });
  const searches = createSearchCounting(services, rateLimiterOf);
  const lookups = new Turns(maxLookupsAtOnce);
  const paymentOrigins = services.paymentProviders.map(({ paymentOrigin }) => paymentOrigin);
  const headersOfAll = Object.entries(securityHeadersOf(publicUrl, paymentOrigins));

  app.use(withHeadersOfAll(headersOfAll));
  // Before the guards of the shop's own pages: it has methods, limits and errors of its own, and reads no cookie.
  const api = createApi(services, rateLimiterOf, sharedLimits);
  app.all("/api/v1/*", (c) => admitted(c.req.raw, null, async () => api.fetch(c.req.raw, c.env)));
  app.use(async (c, next) => {
    // The notes of an order, a payment and a refund are changed at the payment stand-in by PATCH.
    const isOutside = standIns.some(({ path }) => c.req.path.startsWith(`${path}/`));
    const allow = [...methods].join(", ");
    // No page of another site may read the shop's, so there is nothing to ask the router.
    if (c.req.method === "OPTIONS" && !isOutside) return c.body(null, 204, { allow });
    if (methods.has(c.req.method) || (c.req.method === "PATCH" && isOutside)) return next();
    return c.text("Method not allowed", 405, { allow });
  });
  app.use(async (c, next) => {
    // PostgreSQL keeps no zero bytes, so nothing can be called by one.
    const isText = decodePath(new URL(c.req.url).pathname) !== undefined;
    if (isText && !c.req.url.includes("%00")) return next();
    return refuse(c.req.raw, 400, "This address does not exist. Please check the link.");
  });

  for (const { path, fetch } of standIns) {
    app.all(`${path}/*`, async (c) => {
      const { method, url, headers } = c.req.raw;
      const refusal = whyNoStandIn({ method, url, headers, isLocal: c.env.isLocal }, publicUrl);
      if (refusal) return c.text(refusal, 403);
      // The shop itself asks them as often as it must.
      const refused = c.env.isLocal ? null : limit(c.req.raw, c.env.network, mayHaveBody(method) ? "post" : "read");
      if (refused) return refused;
      const body = mayHaveBody(method) ? await readBody(c.req.raw, largestBody) : null;
      if (body === "too-large") return c.text(tooLarge, 413);
      return fetch(withTrustedUrl(c.req.raw, publicUrl, body));
    });
  }

  app.use(guardForms({ publicUrl, limit: (request, network) => limit(request, network, "post"), note: refusals.note }));
  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const proper = mayHaveBody(c.req.method) ? null : properPath(pathname);
    if (proper === null) return next();
    return c.body(null, 308, { location: proper + search, "cache-control": "public, max-age=3600" });
  });

  app.get("/.well-known/security.txt", () => securityText(services));
  const asking = (request: Request, network: string | null) => ({ request, limiter: rateLimiterOf(network) });
  app.get("/covers/:file", (c) => images.cover(c.req.param("file"), asking(c.req.raw, c.env.network)));
  app.get("/portraits/:file", (c) => images.portrait(c.req.param("file"), asking(c.req.raw, c.env.network)));
  app.get("/share/:kind/:file", (c) =>
    images.share(c.req.param("kind"), c.req.param("file"), asking(c.req.raw, c.env.network)),
  );
  app.get(suggestionsPath, (c) => {
    const { searchParams } = new URL(c.req.url);
    const refused = limit(c.req.raw, c.env.network, "suggest");
    if (refused) return refused;
    return inTurn(c.env.network, () =>
      admitted(c.req.raw, null, () => answerSuggestions(publicServices.db, searchParams)),
    );
  });
  app.get("/manifest.webmanifest", () => installFiles.manifest());
  app.get("/icons/:file", (c) => installFiles.icon(c.req.param("file")));
  app.get("/favicon.ico", () => installFiles.favicon());

  for (const path of documentPaths)
    app.get(path, async (c) => {
      const refused = limit(c.req.raw, c.env.network, "read");
      if (refused) return refused;
      return admitted(c.req.raw, null, async () => {
        const document = await documents.answer(c.req.raw, c.env.network);
        return document instanceof Response ? document : responseOf(document, c.req.raw.headers);
      });
    });

  if (findWorker) app.get("/sw.js", () => findWorker().script());
  if (clientFolder) {
    serveBuildFiles(app, [clientFolder, ...earlierFolders]);
    const onFound = (_: string, c: Context) => c.header("cache-control", "public, max-age=86400");
    app.get("/favicon.svg", serveStatic({ root: clientFolder, path: "favicon.svg", onFound }));
    // Crawlers and browsers ask for many files that a shop need not have; such an answer is no page.
    app.get("/:file{[\\w-]+\\.(?!data$)\\w{2,11}}", (c) => c.text("There is no such file.", 404));
  }

  app.all("*", async (c) => {
    if (mayHaveBody(c.req.method)) {
      const posts = postsAt(c.req.path);
      const body = await readBody(c.req.raw, posts === "signed-form" ? largestReturn : largestBody);
      const report = { path: c.req.path, posts, headers: c.req.raw.headers, body };
      if (posts.startsWith("signed") && !isSigned(services.paymentProviders, report)) {
        refusals.note("payment reports without a valid signature");
        const refused = limit(c.req.raw, c.env.network, "forged");
        if (refused) return refused;
        if (body !== "too-large" && posts === "signed-json") return c.text("Signature does not match.", 401);
      }
      if (body === "too-large") return refuse(c.req.raw, 413, tooLarge);
      if (isForm(c.req.raw) && hasZeroByte(body)) return refuse(c.req.raw, 400, zeroByte);
      return renderPersonal(withTrustedUrl(c.req.raw, publicUrl, body), c.env.network, body);
    }
    const request = withTrustedUrl(c.req.raw, publicUrl, null);
    const { pathname, search } = new URL(request.url);
    const key = publicPageKey(pathname + search);
    const { network } = c.env;
    const isSearch = key === null && search !== "" && isLookedUp(pathname);
    if (key === null || !pages.peek(key)) {
      const refused =
        limit(request, network, pathname === statusPath ? "status" : "read") ??
        (isSearch ? limit(request, network, "search") : null);
      if (refused) return refused;
    }
    if (isSearch) return inTurn(network, () => renderPersonal(request, network));
    if (key === null || !clientFolder) return renderPersonal(request, network);
    const cached = await pages.get(key, () => admitted(request, null, () => renderPublic(key)));
    if (cached instanceof Response) return cached;
    return responseOf(cached, request.headers);
  });

  /** Takes one request from what a network may do; answers it when there is nothing left. */
  function limit(request: Request, network: string | null, what: Parameters<typeof tooQuick>[1]): Response | null {
    const seconds = rateLimiterOf(network).consume(what);
    return seconds > 0 ? tooQuick(request, what, seconds) : null;
  }

  function inTurn(network: string | null, work: () => Promise<Response>): Promise<Response> {
    return lookups.take(rateLimiterOf(network).network, work);
  }

  /** What is worked on when there is room for it in its lane. */
  async function admitted(request: Request, body: Buffer | null, work: () => Promise<Response>): Promise<Response> {
    if (!admission) return work();
    const answer = await admission.take(laneOf(new URL(request.url).pathname), work);
    return answer ?? sayBusy(request, formToSendAgain(request, body));
  }

  function renderPersonal(request: Request, network: string | null, body: Buffer | null = null) {
    return admitted(request, body, () => renderFor(request, network, body));
  }

  async function renderFor(request: Request, network: string | null, body: Buffer | null) {
    const context = new RouterContextProvider();
    context.set(rateLimiterContext, rateLimiterOf(network));
    context.set(countSearchContext, (typed, found) => searches.count(request, network, typed, found));
    context.set(servicesContext, laneOf(new URL(request.url).pathname) === "pages" ? services : atCheckout);
    context.set(documentHeadContext, emptyHead(services.settings.name));
    context.set(nonceContext, randomBytes(16).toString("base64"));
    noticeDatabaseAway(context, request.method);
    const answer = sayAway(await route(request, context), request, context, formToSendAgain(request, body));
    const response = withShortLocation(request, answer);
    response.headers.set("cache-control", "private, no-store");
    if (findWorker) response.headers.set("x-build", findWorker().version);
    return response;
  }

  /** Nothing of the asking request but its address goes in: no cookie can leave a trace. */
  async function renderPublic(key: string) {
    const context = new RouterContextProvider();
    context.set(servicesContext, publicServices);
    context.set(documentHeadContext, emptyHead(services.settings.name));
    noticeDatabaseAway(context, "GET");
    const request = new Request(publicUrl + key);
    const response = sayAway(await route(request, context), request, context, null);
    const headers = new Headers(response.headers);
    if (response.status === 200) {
      headers.set("cache-control", "public, max-age=0, must-revalidate");
      headers.set("vary", "accept-encoding");
      if (findWorker) headers.set("x-build", findWorker().version);
      for (const [name, value] of headersOfAll) headers.set(name, value);
    } else {
      headers.set("cache-control", "private, no-store");
    }
    return forSharedCaches(new Response(response.body, { status: response.status, headers }), key, hasCdn);
  }

  return {
    fetch: async (request, network = null, isLocal = network === null) => app.fetch(request, { network, isLocal }),
    pages,
    close: async () => {
      refusals.close();
      await Promise.all([searches.close(), images.close()]);
    },
  };
}
