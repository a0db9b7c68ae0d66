/** The shop's API for other programs, under `/api/v1`: routing, tokens, rate limits and errors. */
import { createHash } from "node:crypto";

import { Hono } from "hono";

import { isUnchanged } from "#server/pages/page-cache.ts";
import type { RateLimitName } from "#app/http/context.ts";
import type { createRateLimiters } from "#server/http/load/rate-limiter.ts";
import type { SharedLimits } from "#server/limits/shared-limits.ts";
import { TokenBuckets } from "#server/limits/token-buckets.ts";
import { listEndpoints, type Endpoint, type EndpointName } from "#shop/outlets/api/endpoints.ts";
import { createOpenApiDocument } from "#shop/outlets/api/openapi.ts";
import type { Scope } from "#shop/outlets/api/scopes.ts";
import { findToken, type ApiToken } from "#shop/outlets/api/tokens.server.ts";
import type { Services } from "#shop/services.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ApiProblem } from "./api-problem.ts";
import { handlers, type Input } from "./handlers.ts";
import { readJson, readQuery } from "./read-input.ts";

type Limiter = ReturnType<ReturnType<typeof createRateLimiters>>;

/** The rate limit of one token, for the requests of all networks together. */
const tokenAllowance = { burst: 300, perMinute: 300 };

/** CORS: pages of other sites may read public data. */
const openToAll = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

/**
 * Creates the API. Its endpoints that write need a token in the Authorization header. They read no cookie, so another
 * site cannot make a reader's browser send an authorised request.
 */
export function createApi(
  services: Services,
  rateLimiterOf: (network: string | null) => Limiter,
  sharedLimits?: SharedLimits,
) {
  const api = new Hono<{ Bindings: { network: string | null } }>();
  const tokenBuckets = new TokenBuckets(tokenAllowance, () => services.now());
  sharedLimits?.share("token", tokenBuckets);
  const description = JSON.stringify(createOpenApiDocument(services.settings));

  api.use(async (c, next) => {
    if (c.req.method !== "OPTIONS") consume(rateLimiterOf(c.env.network), "api");
    await next();
  });
  api.get("/api/v1/openapi.json", (c) => openAnswer(c.req.raw, description));
  for (const endpoint of listEndpoints()) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
    api.on(endpoint.method.toUpperCase(), path, async (c) => {
      if (!endpoint.scope && services.settings.opening.state === "not-open")
        throw new ApiProblem(403, "The shop is not open yet, so it shows no books.");
      const token = endpoint.scope ? await tokenOf(c.req.raw, endpoint.scope, c.env.network) : null;
      const answer = await run(endpoint, { request: c.req.raw, path: c.req.param(), token });
      return token ? privateAnswer(answer) : openAnswer(c.req.raw, JSON.stringify(answer));
    });
  }
  api.all("*", (c) => {
    const methods = methodsAt(c.req.path);
    if (methods.length === 0)
      throw new ApiProblem(404, "There is no such address in the API. See /api/v1/openapi.json.");
    const allow = methods.join(", ");
    if (c.req.method !== "OPTIONS") throw new ApiProblem(405, `This address accepts ${allow}.`, { allow });
    const reading = { "access-control-allow-methods": "GET, HEAD", "access-control-allow-headers": "if-none-match" };
    return new Response(null, {
      status: 204,
      headers: { allow, ...(isPublic(c.req.path) ? openToAll : {}), ...reading },
    });
  });
  api.onError((error, c) => {
    const problem =
      error instanceof ApiProblem
        ? error
        : new ApiProblem(500, "The shop could not answer. It is not your mistake; please try again in a minute.");
    if (problem !== error) console.error(`${c.req.method} ${c.req.path}:`, error);
    const response = problem.toResponse();
    if (c.req.method !== "PUT" && isPublic(c.req.path))
      for (const [name, value] of Object.entries(openToAll)) response.headers.set(name, value);
    return response;
  });
  return api;

  async function run(
    { name, query, body }: Endpoint & { name: EndpointName },
    { request, path, token }: { request: Request; path: Record<string, string>; token: ApiToken | null },
  ): Promise<unknown> {
    const input = {
      services,
      path,
      query: readQuery(query, new URL(request.url).searchParams),
      body: body ? await readJson(body, request) : null,
      token,
    };
    return handlers[name](input as Input<EndpointName> as never);
  }

  /**
   * Returns the token of the request. Throws an ApiProblem if the token is invalid, lacks the scope or is over its rate
   * limit.
   */
  async function tokenOf(request: Request, scope: Scope, network: string | null): Promise<ApiToken> {
    const [, secret = ""] = /^Bearer ([\w-]{1,100})$/i.exec(request.headers.get("authorization") ?? "") ?? [];
    const token = await findToken(services, secret);
    if (!token) {
      consume(rateLimiterOf(network), "api-token");
      throw new ApiProblem(401, "A valid token is required in the header Authorization: Bearer TOKEN.", {
        "www-authenticate": secret === "" ? "Bearer" : 'Bearer error="invalid_token"',
      });
    }
    const seconds = tokenBuckets.take(token.id);
    if (seconds > 0) throw tooQuick("Too many requests came with this token.", seconds);
    if (!token.scopes.includes(scope))
      throw new ApiProblem(403, `This token does not allow it: it needs the scope ${scope}.`, {
        "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"`,
      });
    return token;
  }
}

/** Messages for a network that is over its rate limit. */
const sent = {
  api: "Too many requests came from your network.",
  "api-token": "Too many requests with a wrong token came from your network.",
} satisfies Partial<Record<RateLimitName, string>>;

function consume(limiter: Limiter, what: keyof typeof sent): void {
  const seconds = limiter.consume(what);
  if (seconds > 0) throw tooQuick(sent[what], seconds);
}

function tooQuick(why: string, seconds: number): ApiProblem {
  return new ApiProblem(429, `${why} Please wait ${formatCount(seconds, "second")} and try again.`, {
    "retry-after": String(seconds),
  });
}

/** A public response, with an ETag by which a client revalidates its copy. */
function openAnswer(request: Request, body: string): Response {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  const headers = {
    ...openToAll,
    "access-control-expose-headers": "etag, retry-after",
    "cache-control": "public, max-age=60",
    etag,
  };
  if (isUnchanged(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, "content-type": "application/json" } });
}

function privateAnswer(answer: unknown): Response {
  return Response.json(answer, { headers: { "cache-control": "private, no-store" } });
}

const shapes = [
  { pattern: /^\/api\/v1\/openapi\.json$/, method: "get", isPublic: true },
  ...listEndpoints().map(({ path, method, scope }) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    method,
    isPublic: scope === undefined,
  })),
];

function methodsAt(path: string): string[] {
  const methods = shapes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method.toUpperCase());
  return methods.length === 0 ? [] : [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
}

function isPublic(path: string): boolean {
  return shapes.some((shape) => shape.isPublic && shape.pattern.test(path));
}
