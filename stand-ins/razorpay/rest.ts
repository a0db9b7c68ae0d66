import { timingSafeEqual } from "node:crypto";
import { brokenAnswer, errorAnswer, jsonAnswer, lostAnswer } from "./answers.ts";
import type { ApiRequest, Route } from "./api-request.ts";
import type { RazorpayContext } from "./context.ts";
import { ApiError, authenticationError, plainError } from "./errors.ts";
import { orderRoutes } from "./orders-api.ts";
import { paymentRoutes } from "./payments-api.ts";
import { disputeRoutes } from "./disputes-api.ts";
import { refundRoutes } from "./refunds-api.ts";
import { parseBody } from "./validate.ts";

const routes: readonly Route[] = [...orderRoutes, ...paymentRoutes, ...refundRoutes, ...disputeRoutes];
const maxBodyBytes = 100_000;

/** Razorpay's REST API under /v1; `path` begins with it. */
export async function answerRest(context: RazorpayContext, request: Request, path: string): Promise<Response> {
  const call: ApiRequest = {
    id: "",
    subId: "",
    query: new URL(request.url).searchParams,
    headers: request.headers,
    text: "",
    body: {},
    afterAnswer: [],
  };
  try {
    if (!hasOurKeys(context, request.headers.get("authorization"))) throw authenticationError();
    const wrong = context.faults.take("wrongKeys", { path });
    if (wrong) throw authenticationError(wrong.description, wrong.status);
    const broken = context.faults.take("serverError", { path });
    if (broken) return brokenAnswer(broken.status);
    if (context.faults.take("tooManyRequests", { path })) throw plainError("Too many requests", 429);
    const [, , work, lostBy] = findRoute(request.method, path, call);
    call.text = (await request.text()).slice(0, maxBodyBytes);
    call.body = request.method === "GET" ? {} : parseBody(call.text, request.headers.get("content-type"));
    const answer = work(context, call);
    if (request.method !== "GET") context.commit();
    await waitIfSlow(context, path);
    return lostBy && context.faults.take(lostBy) ? lostAnswer() : jsonAnswer(answer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return errorAnswer(error);
  } finally {
    for (const done of call.afterAnswer) done();
  }
}

/** Sleeps if the slow-answer switch covers this path. */
export async function waitIfSlow(context: RazorpayContext, path: string): Promise<void> {
  const slow = context.faults.take("slowAnswer", { path });
  if (slow) await new Promise((wake) => setTimeout(wake, slow.milliseconds));
}

function findRoute(method: string, path: string, call: ApiRequest): Route {
  // Some documented samples have a slash before the question mark.
  const parts = path.replace(/\/$/, "").split("/");
  for (const route of routes) {
    const pattern = route[1].split("/");
    if (route[0] !== method || pattern.length !== parts.length) continue;
    if (!pattern.every((part, place) => part.startsWith(":") || part === parts[place])) continue;
    call.id = parts[pattern.indexOf(":id")] ?? "";
    call.subId = parts[pattern.indexOf(":sub")] ?? "";
    return route;
  }
  throw plainError("The requested URL was not found on the server.");
}

/** The word "Basic" must have exactly this case. */
function hasOurKeys(context: RazorpayContext, authorization: string | null): boolean {
  if (!authorization?.startsWith("Basic ")) return false;
  const given = Buffer.from(authorization.slice(6), "base64");
  const ours = Buffer.from(`${context.keyId}:${context.keySecret}`);
  return given.length === ours.length && timingSafeEqual(given, ours);
}
