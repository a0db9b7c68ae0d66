import { createServer } from "node:http";

import { getRequestListener } from "@hono/node-server";

import { createRazorpayStandIn } from "#stand-ins/razorpay/razorpay.ts";

/** The payment stand-in in a process of its own, its ledger in memory: its work is not the shop's. */
process.once("message", ({ port, keyId, keySecret, webhook }) => {
  const standIn = createRazorpayStandIn({
    keyId,
    keySecret,
    webhook,
    basePath: "",
    publicOrigin: `http://127.0.0.1:${port}`,
    control: true,
  });
  const server = createServer(getRequestListener(standIn.fetch, { overrideGlobalObjects: false }));
  server.listen(port, "127.0.0.1", () => process.send?.("ready"));
});
