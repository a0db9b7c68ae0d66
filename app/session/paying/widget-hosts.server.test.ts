import { expect, test } from "vitest";

import { createRazorpay } from "#shop/sales/payments/razorpay/razorpay.server.ts";
import { widgetHosts } from "./widget-hosts.server.ts";

const hostsOf = (checkoutSrc: string, isStandIn = false) =>
  widgetHosts(createRazorpay({ apiBase: "", checkoutSrc, isStandIn, keyId: "", keySecret: "", webhookSecret: "" }));

test("the real widget may leave the page by a form to Razorpay, as it does inside other apps", () => {
  const hosts = hostsOf("https://checkout.razorpay.com/v1/checkout.js");
  expect(hosts.form).toEqual(["https://api.razorpay.com"]);
  expect(hosts.frame).toContain("https://api.razorpay.com");
});

test("the shop's own stand-in needs no host, one elsewhere needs its own and no other", () => {
  const own = hostsOf("/stand-ins/razorpay/v1/checkout.js", true);
  expect(own).toEqual({ script: [], frame: ["'self'"], connect: [], image: [] });
  const elsewhere = hostsOf("http://127.0.0.1:4000/v1/checkout.js");
  expect(new Set(Object.values(elsewhere).flat())).toEqual(new Set(["http://127.0.0.1:4000"]));
  expect(elsewhere.form).toEqual(["http://127.0.0.1:4000"]);
});
