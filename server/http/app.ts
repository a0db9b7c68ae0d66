/** Builds the shop's HTTP application: guards, rate limits, files, images, the API, the page cache and the router. */
import { randomBytes } from "node:crypto";

import { type Context, Hono } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import {
  countSearchContext,
  documentHeadContext,
  frameContext,
  rateLimiterContext,
  nonceContext,
  servicesContext,
} from "#app/http/context.ts";
import { serveLookStylesheet } from "#app/look/look-stylesheet.server.ts";
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
import { serveWebAppFiles } from "./web-app-manifest.ts";
import { compressPages } from "#server/pages/compress-pages.ts";
import { createFrame } from "#server/pages/frame.ts";
import { PageCache } from "#server/pages/page-cache.ts";
import { createPageLife } from "#server/pages/page-life.ts";
import { decodePath, isSearchable, canonicalPath, publicPageKey } from "#server/pages/public-pages.ts";
import { addSurrogateKeys } from "#server/pages/surrogate-keys.ts";
import { suggestionsPath } from "#shop/catalogue/search/suggestion.ts";
import { buildResponse } from "./cached-response.ts";
import { createDocuments, documentPaths } from "./discovery/documents.ts";
import { noteDatabaseUnavailable, answerDatabaseUnavailable } from "./answer-database-unavailable.ts";
import { isPreview } from "./is-not-open.ts";
import { answerBusy } from "./load/busy.ts";
import { readBody } from "./guards/read-body.ts";
import { refuse, tooLarge, tooQuick, refuseLongLocation, zeroByte } from "./load/refusal.ts";
import { postsAt } from "./guards/same-origin.ts";
import { isSigned } from "./signed-reports.ts";
import { createSearchCounting } from "./search-counting.ts";
import { securityHeadersOf, withHeadersOfAll } from "./guards/security-headers.ts";
import { securityText } from "./guards/security-text.ts";
import { formToSendAgain } from "./small-page.ts";
import { createWorkerForName } from "./service-worker.ts";
import { answerSuggestions } from "./suggestions.ts";
import { hasZeroByte, isForm, mayHaveBody, withTrustedUrl } from "./guards/trusted-request.ts";
import { createRefusalLog } from "./load/refusal-log.ts";
import { ClientQueues } from "./load/client-queues.ts";
import { answerStandIn } from "./guards/answer-stand-in.ts";
import type { MountedStandIn } from "./guards/stand-in-guard.ts";

export interface AppOptions {
  services: Services;
  /** The CDN that caches public pages; without it no shared cache may. `keepSeconds` limits for how long. */
  cdn?: { keepSeconds: () => number } | null;
  /** The pool for checkouts and payment webhooks, so that slow pages do not block them; default: that of `services`. */
  checkoutDb?: Db | undefined;
  /** Load shedding; without it every request is admitted. */
  admission?: Admission | undefined;
  /** The folder that caches drawn pictures. `imagesMaxBytes` limits its size, 2 GB by default. */
  imagesFolder: string;
  /** Whether covers are drawn before they are requested; tests draw on request only. */
  drawsAhead?: boolean | undefined;
  imagesMaxBytes?: number | undefined;
  /** The memory of the page cache in bytes; with 0 every page is rendered for its request, which a bench measures. */
  pageCacheBytes?: number | undefined;
  /** Folder with the built browser files; null in development, where Vite serves them. */
  clientFolder: string | null;
  /** Folders with the browser files of earlier versions, the newest first. */
  earlierFolders?: string[] | undefined;
  /** Rate limits shared with other processes; without it each process counts for itself. */
  sharedLimits?: SharedLimits | undefined;
  standIns: MountedStandIn[];
}

/** The shop as a function of a request, with its page cache. */
export interface App {
  /** `network`: key of rate limits, null for the shop's own machine. `isLocal`: only this machine can have sent it. */
  fetch: (request: Request, network?: string | null, isLocal?: boolean) => Promise<Response>;
  pages: PageCache;
  close: () => Promise<void>;
}

const methods = new Set(["GET", "HEAD", "POST", "OPTIONS"]);
const largestBody = 64 * 1024;
/** Maximum bytes of a callback from a payment provider's page, which has ten short fields. */
const largestReturn = 8 * 1024;
/** Maximum concurrent searches and suggestions per network; the database pool has ten connections. */
const maxLookupsAtOnce = 3;
/** Open payment windows poll this path; its own rate limit spares the other reads of a shared address. */
const statusPath = href("/checkout/status");

/** Creates the application. Middlewares run in the order in which they are added. */
export function createApp(options: AppOptions): App {
  const { services, checkoutDb, admission, imagesFolder, imagesMaxBytes, clientFolder, sharedLimits, standIns } =
    options;
  const { cdn, earlierFolders = [], drawsAhead = false } = options;
  const { publicUrl } = services.settings;
  const atCheckout = checkoutDb ? { ...services, db: checkoutDb } : services;
  /** The services for public pages, which may have a database pool of their own. */
  const publicServices = { ...services, db: services.publicDb ?? services.db };
  const lifeMs = createPageLife(publicServices, () => pages.changes);
  const pages: PageCache = new PageCache({ lifeMs, maxBytes: options.pageCacheBytes });
  const pictures = createCoverPictures(services.db, services.coverStore);
  const images = createImages(
    services.db,
    createDrawnPictures(imagesFolder, imagesMaxBytes ?? 2e9),
    services.settings,
    pictures,
  );
  if (drawsAhead) images.keepDrawingAhead();
  const findWorker = clientFolder ? createWorkerForName(build.assets.version, services.settings, clientFolder) : null;
  const frame = createFrame(publicServices.db, () => pages.changes);
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
  const lookups = new ClientQueues(maxLookupsAtOnce);
  const headersOfAll = () => securityHeadersOf(publicUrl, services.paymentProviders);

  app.use(compressPages, withHeadersOfAll(headersOfAll));
  // Before the guards of the shop's pages: the API has methods, limits and errors of its own, and reads no cookies.
  const api = createApi(services, rateLimiterOf, sharedLimits);
  app.all("/api/v1/*", (c) => admitted(c.req.raw, null, async () => api.fetch(c.req.raw, c.env)));
  app.use(async (c, next) => {
    // Razorpay's API changes the notes of an order, a payment or a refund by PATCH, so its stand-in accepts it.
    const isOutside = standIns.some(({ path }) => c.req.path.startsWith(`${path}/`));
    const allow = [...methods].join(", ");
    // The pages allow no cross-origin requests, so the router need not handle OPTIONS.
    if (c.req.method === "OPTIONS" && !isOutside) return c.body(null, 204, { allow });
    if (methods.has(c.req.method) || (c.req.method === "PATCH" && isOutside)) return next();
    return c.text("Method not allowed", 405, { allow });
  });
  app.use(async (c, next) => {
    // Reject zero bytes: PostgreSQL texts cannot contain them, so no page has one in its address.
    const isText = decodePath(new URL(c.req.url).pathname) !== undefined;
    if (isText && !c.req.url.includes("%00")) return next();
    return refuse(c.req.raw, 400, "This address does not exist. Please check the link.");
  });

  for (const standIn of standIns) app.all(`${standIn.path}/*`, (c) => answerStandIn(c, standIn, publicUrl, limit));

  app.use(guardForms({ publicUrl, limit: (request, network) => limit(request, network, "post"), note: refusals.note }));
  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const proper = mayHaveBody(c.req.method) ? null : canonicalPath(pathname);
    if (proper === null) return next();
    return c.body(null, 308, { location: proper + search, "cache-control": "public, max-age=3600" });
  });

  app.get("/.well-known/security.txt", () => securityText(services));
  const asking = ({ req, env }: Context) => ({ request: req.raw, limiter: rateLimiterOf(env.network) });
  app.get("/covers/:file", (c) => images.cover(c.req.param("file"), asking(c)));
  app.get("/portraits/:file", (c) => images.portrait(c.req.param("file"), asking(c)));
  app.get("/emblems/:file", (c) => images.part("emblems", c.req.param("file"), asking(c)));
  app.get("/spines/:file", (c) => images.part("spines", c.req.param("file"), asking(c)));
  app.get("/share/:kind/:file", (c) => images.share(c.req.param("kind"), c.req.param("file"), asking(c)));
  app.get(suggestionsPath, (c) => {
    const refused = limit(c.req.raw, c.env.network, "suggest");
    if (refused) return refused;
    return inTurn(c.env.network, () => admitted(c.req.raw, null, () => answerSuggestions(publicServices, c.req.raw)));
  });
  serveWebAppFiles(app, services);

  for (const path of documentPaths)
    app.get(path, async (c) => {
      const refused = limit(c.req.raw, c.env.network, "read");
      if (refused) return refused;
      return admitted(c.req.raw, null, async () => {
        const document = await documents.answer(c.req.raw, c.env.network);
        return document instanceof Response ? document : buildResponse(document, c.req.raw.headers);
      });
    });

  if (findWorker) app.get("/sw.js", () => findWorker().script());
  app.get("/assets/:file{look-[0-9a-f]{6}-.*}", (c) => serveLookStylesheet(c.req.param("file")));
  if (clientFolder) {
    serveBuildFiles(app, [clientFolder, ...earlierFolders]);
    // Crawlers and browsers request many files that do not exist. A plain 404 is cheaper than a rendered page.
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
    const isSearch = key === null && search !== "" && isSearchable(pathname);
    if (key === null || !pages.peek(key)) {
      const refused =
        limit(request, network, pathname === statusPath ? "status" : "read") ??
        (isSearch ? limit(request, network, "search") : null);
      if (refused) return refused;
    }
    if (isSearch) return inTurn(network, () => renderPersonal(request, network));
    if (key === null || !clientFolder || isPreview(services, request)) return renderPersonal(request, network);
    const cached = await pages.get(key, () => admitted(request, null, () => renderPublic(key)));
    if (cached instanceof Response) return cached;
    // Before the opening, a CDN must ask each time, because the owner's browser previews the shop.
    const cdnSeconds = services.settings.opening.state === "not-open" ? undefined : cdn?.keepSeconds();
    return buildResponse(cached, request.headers, cdnSeconds);
  });

  /** Counts a request against a rate limit. Returns the response to send if it is exceeded, else null. */
  function limit(request: Request, network: string | null, what: Parameters<typeof tooQuick>[1]): Response | null {
    const seconds = rateLimiterOf(network).consume(what);
    return seconds > 0 ? tooQuick(request, what, seconds) : null;
  }

  function inTurn(network: string | null, work: () => Promise<Response>): Promise<Response> {
    return lookups.take(rateLimiterOf(network).network, work);
  }

  /** Runs `work` when its lane has a free slot, or responds that the shop is busy. */
  async function admitted(request: Request, body: Buffer | null, work: () => Promise<Response>): Promise<Response> {
    if (!admission) return work();
    const answer = await admission.take(laneOf(new URL(request.url).pathname), work);
    return answer ?? answerBusy(request, formToSendAgain(request, body));
  }

  function renderPersonal(request: Request, network: string | null, body: Buffer | null = null) {
    return admitted(request, body, () => renderFor(request, network, body));
  }

  function contextOf(its: Services) {
    const context = new RouterContextProvider();
    context.set(servicesContext, its);
    context.set(documentHeadContext, emptyHead(its.settings.name));
    context.set(frameContext, frame);
    return context;
  }

  async function renderFor(request: Request, network: string | null, body: Buffer | null) {
    const context = contextOf(laneOf(new URL(request.url).pathname) === "pages" ? services : atCheckout);
    context.set(rateLimiterContext, rateLimiterOf(network));
    context.set(countSearchContext, (typed, found) => searches.count(request, network, typed, found));
    context.set(nonceContext, randomBytes(16).toString("base64"));
    noteDatabaseUnavailable(context, request.method);
    const routed = await route(request, context);
    const answer = answerDatabaseUnavailable(routed, request, context, formToSendAgain(request, body));
    const response = refuseLongLocation(request, answer);
    response.headers.set("cache-control", "private, no-store");
    if (findWorker) response.headers.set("x-build", findWorker().version);
    return response;
  }

  /** Renders from the address alone: no cookie or header can influence a cached page. */
  async function renderPublic(key: string) {
    const context = contextOf(publicServices);
    noteDatabaseUnavailable(context, "GET");
    const request = new Request(publicUrl + key);
    const response = answerDatabaseUnavailable(await route(request, context), request, context, null);
    const headers = new Headers(response.headers);
    if (response.status === 200) {
      headers.set("cache-control", "public, max-age=0, must-revalidate");
      headers.set("vary", "accept-encoding");
      if (findWorker) headers.set("x-build", findWorker().version);
      for (const [name, value] of Object.entries(headersOfAll())) headers.set(name, value);
    } else headers.set("cache-control", "private, no-store");
    const page = new Response(response.body, { status: response.status, headers });
    return cdn && page.ok ? addSurrogateKeys(page, publicServices.db) : page;
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
