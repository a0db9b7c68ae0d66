#!/usr/bin/env node
import { parseArgs } from "node:util";

import { openServer } from "@endpaper/stand-in-kit/open-server";
import { createRazorpayStandIn } from "./razorpay.ts";

/** Runs the stand-in as a program of its own; README.md lists its options. */
const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4010" },
    "key-id": { type: "string", default: "rzp_test_StandIn" },
    "key-secret": { type: "string", default: "stand_in_key_secret" },
    webhook: { type: "string" },
    "webhook-secret": { type: "string", default: "stand_in_webhook_secret" },
    file: { type: "string" },
  },
});
const { origin } = await openServer((request) => standIn.fetch(request), Number(values.port));
const standIn = createRazorpayStandIn({
  keyId: values["key-id"],
  keySecret: values["key-secret"],
  webhook: values.webhook ? { url: values.webhook, secret: values["webhook-secret"] } : undefined,
  basePath: "",
  publicOrigin: origin,
  file: values.file,
  control: true,
});
console.log(`API        ${origin}/v1
Widget     ${origin}/v1/checkout.js
Keys       ${values["key-id"]} ${values["key-secret"]}
Webhooks   ${values.webhook ? `${values.webhook}, secret ${values["webhook-secret"]}` : "none"}
Control    ${origin}/control`);
