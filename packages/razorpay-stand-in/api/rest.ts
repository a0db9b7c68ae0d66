import { timingSafeEqual } from "node:crypto";

import type { Context, Hono } from "hono";

import { brokenAnswer, jsonAnswer, lostAnswer } from "./answers.ts";
import type { ApiRequest, Route } from "./api-request.ts";
import type { RazorpayContext } from "#razorpay-stand-in/context.ts";
import { authenticationError, plainError, unknownUrl } from "#razorpay-stand-in/errors.ts";
import { orderRoutes } from "./orders-api.ts";
import { paymentRoutes } from "./payments-api.ts";
import { qrCodeRoutes } from "./qr-codes-api.ts";
import { disputeRoutes } from "./disputes-api.ts";
import { refundRoutes } from "./refunds-api.ts";
import { settlementRoutes } from "./settlements-api.ts";
import { parseBody } from "./validate.ts";

const routes: readonly Route[] = [
  ...orderRoutes,
  ...qrCodeRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...settlementRoutes,
];
const maxBodyBytes = 100_000;

/** Adds Razorpay's REST API under /v1. */
export function addRestRoutes(app: Hono, context: RazorpayContext): void {
  app.use("/v1/*", async (c, next) => {
    const path = apiPath(context, c);
    if (!hasOurKeys(context, c.req.header("authorization"))) throw authenticationError();
    const wrong = context.faults.take("wrongKeys", { path });
    if (wrong) throw authenticationError(wrong.description, wrong.status);
    const broken = context.faults.take("serverError", { path });
    if (broken) return brokenAnswer(broken.status);
    if (context.faults.take("tooManyRequests", { path })) throw plainError("Too many requests", 429);
    return next();
  });
  for (const route of routes) app.on(route[0], route[1], (c) => answerCall(context, c, route));
  app.all("/v1/*", () => {
    throw unknownUrl();
  });
}

async function answerCall(context: RazorpayContext, c: Context, [, , work, lostBy]: Route): Promise<Response> {
  const isRead = c.req.method === "GET";
  const text = (await c.req.text()).slice(0, maxBodyBytes);
  const call: ApiRequest = {
    id: c.req.param("id") ?? "",
    subId: c.req.param("sub") ?? "",
    query: new URL(c.req.url).searchParams,
    headers: c.req.raw.headers,
    body: isRead ? {} : parseBody(text, c.req.header("content-type")),
    afterAnswer: [],
  };
  try {
    const answer = work(context, call);
    if (!isRead) context.commit();
    await waitIfSlow(context, apiPath(context, c));
    return lostBy && context.faults.take(lostBy) ? lostAnswer() : jsonAnswer(answer);
  } finally {
    for (const done of call.afterAnswer) done();
  }
}

/** The path from /v1 on, as Razorpay has it. */
export function apiPath({ basePath }: RazorpayContext, c: Context): string {
  return c.req.path.slice(basePath.length);
}

/** Delays the response if the slow-answer fault applies to this path. */
export async function waitIfSlow(context: RazorpayContext, path: string): Promise<void> {
  const slow = context.faults.take("slowAnswer", { path });
  if (slow) await new Promise((wake) => setTimeout(wake, slow.milliseconds));
}

/** Checks the keys; "Basic" is case-sensitive, as at Razorpay. */
function hasOurKeys(context: RazorpayContext, authorization: string | undefined): boolean {
  if (!authorization?.startsWith("Basic ")) return false;
  const given = Buffer.from(authorization.slice(6), "base64");
  const ours = Buffer.from(`${context.keyId}:${context.keySecret}`);
  return given.length === ours.length && timingSafeEqual(given, ours);
}
