/** The app of the desk: guards, headers, rate limits and form parsing in front of the desk's router. */
import { randomBytes } from "node:crypto";

import { Hono } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";

import { nonceContext, rateLimiterContext, servicesContext, type RateLimiter } from "#app/http/context.ts";
import { bodyOf } from "#desk/desk-routes.ts";
import { deskGoogleContext } from "#desk/http/context.ts";
import { readDeskToken } from "#desk/http/cookies.server.ts";
import type { Google } from "#shop/people/readers/google.server.ts";
import type { Services } from "#shop/services.ts";
import { findStaffSession, type StaffSession } from "#shop/people/staff/sessions.server.ts";
import { compressPages } from "#server/pages/compress-pages.ts";
import { decodePath } from "#server/pages/public-pages.ts";
import { serveBuildFiles } from "./build-files.ts";
import { noteDatabaseUnavailable, answerDatabaseUnavailable } from "./answer-database-unavailable.ts";
import { createRefusalLog } from "./load/refusal-log.ts";
import { maxUploadMs, receiveUpload } from "./guards/desk-upload.ts";
import { readBody } from "./guards/read-body.ts";
import { grantRequestTime } from "./request-time.ts";
import { createRateLimiters } from "./load/rate-limiter.ts";
import type { SharedLimits } from "#server/limits/shared-limits.ts";
import { refuse, tooLarge, tooLargeAtDesk, tooQuick, refuseLongLocation, zeroByte } from "./load/refusal.ts";
import { ClientQueues } from "./load/client-queues.ts";

export interface DeskAppOptions {
  services: Services;
  /** The desk's own origin, without a trailing slash. */
  deskUrl: string;
  /** The Google client of the desk, which has its own callback address. */
  google: Google;
  /** Folder of the desk's browser files; null in development, where Vite serves them. */
  clientFolder: string | null;
  /** Folders of earlier versions' browser files, the newest first. */
  earlierFolders?: string[] | undefined;
  /** Rate limits shared with other processes; without it this process counts for itself. */
  sharedLimits?: SharedLimits | undefined;
}

/** The desk as a function of a request. */
export interface DeskApp {
  /**
   * `network` is the key of rate limits, null for the shop's own machine. `isLocal` is true if only this machine can
   * have sent the request.
   */
  fetch: (request: Request, network: string | null, isLocal: boolean) => Promise<Response>;
}

/** Maximum size in bytes of a form that is sent before the sign-in. */
const smallBody = 64 * 1024;
/** Timeout for receiving a form with a picture, in milliseconds. */
const pictureMs = 2 * 60_000;
const tooLargeFile = "This file is larger than 15 MB. Save it smaller and send it again.";

/**
 * Headers of every response, stricter than those of the shop: no other site may frame the desk, open it, or see its
 * addresses.
 */
const headersOfAll = {
  "x-content-type-options": "nosniff",
  // With `no-referrer` browsers would send no Origin with forms.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow",
  "permissions-policy":
    "camera=(self), geolocation=(), microphone=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self)",
};

const onlyHttps = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

/** Creates the desk's app. It has routes and headers of its own, and a stricter check of forms than the shop. */
export function createDeskApp(options: DeskAppOptions): DeskApp {
  const { services, deskUrl, google, clientFolder, earlierFolders = [], sharedLimits } = options;
  const route = createRequestHandler(build, import.meta.env.MODE);
  const app = new Hono<{ Bindings: { network: string | null; isLocal: boolean } }>();
  const refusals = createRefusalLog();
  const rateLimiterOf = createRateLimiters({
    now: () => services.now(),
    of: "desk",
    shared: sharedLimits,
    onRefusal: (what) => refusals.note(`requests to the desk beyond the limit ${what}`),
  });
  const filesInTurn = new ClientQueues(1);
  const always = { ...headersOfAll, ...(deskUrl.startsWith("https:") ? onlyHttps : {}) };

  app.use(compressPages);
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(always)) c.res.headers.set(name, value);
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "private, no-store");
    const isPage = c.res.headers.get("content-type")?.startsWith("text/html");
    if (!isPage) c.res.headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  });
  app.use(async (c, next) => {
    // With test sign-in anybody can sign in as anybody, so other machines may not even see the sign-in page.
    if (!services.settings.isTestSignIn || c.env.isLocal) return next();
    return c.text("The desk of a shop with test sign-in answers only on the shop's own machine.", 403);
  });
  app.use(async (c, next) => {
    const { method, url } = c.req;
    if (!["GET", "HEAD", "POST"].includes(method))
      return c.text("Method not allowed", 405, { allow: "GET, HEAD, POST" });
    if (decodePath(new URL(url).pathname) === undefined || url.includes("%00"))
      return refuse(c.req.raw, 400, "This address does not exist. Please check the link.");
    if (method === "POST" && !isFromDesk(c.req.raw.headers, deskUrl)) {
      refusals.note("forms of other sites to the desk");
      return refuse(c.req.raw, 403, "This request did not come from the desk's own pages, so nothing was changed.");
    }
    return next();
  });
  if (clientFolder) {
    serveBuildFiles(app, [clientFolder, ...earlierFolders]);
    app.get("/favicon.ico", (c) => c.notFound());
  }
  app.all("*", async (c) => {
    const limiter = rateLimiterOf(c.env.network);
    const what = c.req.method === "POST" ? "post" : "read";
    const seconds = limiter.consume(what);
    if (seconds > 0) return tooQuick(c.req.raw, what, seconds);
    const isPost = c.req.method === "POST";
    if (!isPost || mediaTypeOf(c.req.raw) !== "multipart/form-data") return answer(c.req.raw, limiter, null);
    // Files and pictures are read, unpacked and scaled; each person has one request of this kind at a time.
    const session = await findSession(services, c.req.raw);
    // A request that waits for its turn must not time out.
    if (session) grantRequestTime(c.req.raw, maxUploadMs);
    const staff = session && String(session.staff.id);
    return filesInTurn.take(staff, () => {
      if (session) grantRequestTime(c.req.raw, pictureMs);
      return answer(c.req.raw, limiter, session);
    });
  });

  async function answer(asked: Request, limiter: RateLimiter, session: StaffSession | null): Promise<Response> {
    const isPost = asked.method === "POST";
    const uploaded = isPost ? await receiveUpload(services, session, asked) : null;
    if (uploaded instanceof Response) return uploaded;
    try {
      return await answerForm(asked, limiter, uploaded?.body ?? null);
    } finally {
      await uploaded?.deleteUnlessRecorded();
    }
  }

  /** Responds to a request. `uploaded` is the form of an upload whose file is already on the disk. */
  async function answerForm(asked: Request, limiter: RateLimiter, uploaded: Buffer | null): Promise<Response> {
    const { pathname, search } = new URL(asked.url);
    const isPost = asked.method === "POST";
    const { maxBytes, takesFiles = false } = bodyOf(pathname);
    const hasFiles = isPost && !uploaded && mediaTypeOf(asked) === "multipart/form-data";
    if (isPost && !uploaded && !hasFiles && mediaTypeOf(asked) !== "application/x-www-form-urlencoded")
      return unreadable(asked);
    if (hasFiles && !takesFiles) return unreadable(asked);
    // Only staff may send large forms, because the forms are kept in memory.
    const isLarge = Number(asked.headers.get("content-length") ?? Infinity) > smallBody;
    const mayBeLarge = isPost && isLarge && (await findSession(services, asked)) !== null;
    const body = uploaded ?? (isPost ? await readBody(asked, mayBeLarge ? maxBytes : smallBody) : null);
    if (body === "too-large")
      return refuse(asked, 413, !mayBeLarge ? tooLarge : takesFiles ? tooLargeFile : tooLargeAtDesk);
    // A form with files may contain zero bytes. Its text fields are checked by patterns that exclude them.
    if (body && !hasFiles && (body.includes("%00") || body.includes(0))) return refuse(asked, 400, zeroByte);
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(rateLimiterContext, limiter);
    context.set(deskGoogleContext, google);
    context.set(nonceContext, randomBytes(16).toString("base64"));
    // The router gets the URL from the settings, because clients may send any Host header. Origin has been checked
    // already.
    const headers = new Headers(asked.headers);
    headers.delete("origin");
    if (uploaded) {
      headers.delete("content-length");
      headers.set("content-type", "application/x-www-form-urlencoded");
    }
    const request = new Request(deskUrl + pathname + search, {
      method: asked.method,
      headers,
      body,
      ...(body === null ? { signal: asked.signal } : { duplex: "half" }),
    } as RequestInit);
    noteDatabaseUnavailable(context, asked.method);
    return refuseLongLocation(asked, answerDatabaseUnavailable(await route(request, context), request, context, null));
  }

  return { fetch: async (request, network, isLocal) => app.fetch(request, { network, isLocal }) };
}

/**
 * Whether a page of the desk's exact origin sent this request. All current browsers send Origin with forms, so a
 * request without that header is rejected.
 */
function isFromDesk(headers: Headers, deskUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  return headers.get("origin") === deskUrl && (site === null || site === "same-origin");
}

function mediaTypeOf(request: Request): string {
  const [mediaType = ""] = (request.headers.get("content-type") ?? "").split(";");
  return mediaType.trim().toLowerCase();
}

function unreadable(request: Request): Response {
  return refuse(request, 415, "The desk could not read this request, because it was not sent as a form.");
}

/** The staff session of this browser. Each action checks its own permissions. */
async function findSession({ db, now }: Services, request: Request): Promise<StaffSession | null> {
  const token = readDeskToken(request);
  return token === null ? null : findStaffSession(db, token, now());
}
