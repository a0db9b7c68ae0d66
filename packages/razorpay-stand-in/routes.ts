import { Hono } from "hono";

import { answerBrowserFile } from "@endpaper/stand-in-kit/browser-files";
import { addControl } from "@endpaper/stand-in-kit/control";
import { answerHtml } from "@endpaper/stand-in-kit/page";
import { errorAnswer } from "./api/answers.ts";
import { addCheckoutRoutes } from "./checkout/checkout-api.ts";
import { razorpayControl } from "./control.ts";
import type { RazorpayContext } from "./context.ts";
import { ApiError } from "./errors.ts";
import { answerFrame } from "./checkout/frame-page.ts";
import { addRestRoutes } from "./api/rest.ts";
import { upiLinkOf } from "./ledger/wire.ts";
import { drawQrCode } from "./qr/qr-picture.ts";

/** Options of the routes in addition to the context. */
export interface RazorpayRoutes {
  hasControl: boolean;
  /** Performs tasks that are due; called on every request. */
  performDue(): void;
  reset(): void;
}

const browserFolder = new URL("./browser/", import.meta.url);

/**
 * Joins the routes of the widget's script and frame, of the frame's API, of the REST API and of the control page. Paths
 * below /v1 are the same as at Razorpay.
 */
export function joinRoutes(context: RazorpayContext, parts: RazorpayRoutes): Hono {
  // Not strict, because some documented samples have a slash before the question mark.
  const app = new Hono({ strict: false }).basePath(context.basePath || "/");
  app.use((_c, next) => {
    parts.performDue();
    return next();
  });
  app.get("/v1/checkout.js", () => answerScript(context));
  app.get("/v1/checkout/public", () => answerFrame(context.basePath));
  app.get("/v1/checkout/files/:name", (c) => answerBrowserFile(browserFolder, c.req.param("name")) ?? c.notFound());
  app.get("/i/:id", (c) => answerPicture(context, c.req.param("id")));
  addCheckoutRoutes(app, context);
  addRestRoutes(app, context);
  if (parts.hasControl) addControl(app, razorpayControl(context, parts.reset));
  app.notFound(() => notFound());
  app.onError((error) => {
    if (error instanceof ApiError) return errorAnswer(error);
    throw error;
  });
  return app;
}

/**
 * Sends the widget's script. With the fault `serverError` for this path it responds with an error, to test what happens
 * if the widget does not load.
 */
function answerScript({ faults }: RazorpayContext): Response {
  const path = "/v1/checkout.js";
  const isBroken = faults.current().serverError?.path === path && faults.take("serverError", { path });
  return (isBroken ? null : answerBrowserFile(browserFolder, "checkout.js")) ?? notFound();
}

function answerPicture({ ledger }: RazorpayContext, id: string): Response {
  const code = ledger.books.qrCodes[`qr_${id}`];
  if (!code) return notFound();
  return new Response(drawQrCode(upiLinkOf(code)), { headers: { "content-type": "image/png" } });
}

function notFound(): Response {
  return answerHtml("<!doctype html><title>Not found</title><h1>Not found</h1>", "default-src 'none'", { status: 404 });
}
