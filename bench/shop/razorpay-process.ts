import { createServer } from "node:http";

import { getRequestListener } from "@hono/node-server";

import { createRazorpayStandIn, type RazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";
import { sendRequest } from "#proving-ground/load/send-request.ts";
import type { RazorpayOpening } from "./outside-razorpay.ts";

/**
 * The Razorpay stand-in in a process of its own with an in-memory ledger, so that its load is not measured as the
 * shop's.
 */
process.once("message", (opening: RazorpayOpening) => {
  const { port, keyId, keySecret, webhookSecret, shopPorts, webhookDelayFactor, bankSilenceSeconds, receiptMode } =
    opening;
  let turn = 0;
  const standIn = createRazorpayStandIn({
    keyId,
    keySecret,
    webhook: { url: `http://127.0.0.1:${shopPorts[0]}/webhooks/razorpay`, secret: webhookSecret },
    webhookDelayFactor,
    bankSilenceSeconds,
    receiptMode,
    basePath: "",
    publicOrigin: `http://127.0.0.1:${port}`,
    control: true,
    // Webhooks go to the shop's processes in turn, as through a load balancer.
    fetch: async (url, init) => {
      const target = new URL(String(url));
      target.port = String(shopPorts[turn++ % shopPorts.length]);
      const { status } = await sendRequest(
        target.href,
        Object.fromEntries(new Headers(init?.headers)),
        String(init?.body),
        init?.signal,
      );
      return new Response(null, { status });
    },
  });
  const listener = getRequestListener((request) => answer(standIn, request), { overrideGlobalObjects: false });
  // Longer than readers pause, in milliseconds, so that no request is sent on a connection that is closing.
  createServer({ keepAliveTimeout: 65_000 }, listener).listen(port, "127.0.0.1", () => process.send?.("ready"));
});
process.once("disconnect", () => process.exit());

/** Responds as the stand-in does. Also serves control paths: the ledger, acknowledged events, traffic in progress. */
async function answer(standIn: RazorpayStandIn, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/books") {
    const { payments, refunds } = standIn.ledger();
    return Response.json({ payments, refunds });
  }
  if (pathname === "/taken") {
    const { events } = standIn.ledger();
    return Response.json(events.filter(({ state }) => state === "delivered").map(({ id }) => id));
  }
  if (pathname === "/traffic") return Response.json(standIn.traffic());
  if (pathname === "/hurry") {
    standIn.hurry();
    return Response.json({});
  }
  return standIn.fetch(request);
}
