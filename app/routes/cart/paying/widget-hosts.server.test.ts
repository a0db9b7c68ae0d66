import { expect, test } from "vitest";

import { createRazorpay } from "#shop/sales/payments/razorpay/razorpay.server.ts";
import { isStandInWidget, widgetHosts } from "./widget-hosts.server.ts";

const hostsOf = (checkoutSrc: string) =>
  widgetHosts(
    createRazorpay({ apiBase: "", checkoutSrc, keyId: "", keySecret: "", webhookSecret: "" }),
    "https://shop.test",
  );

test("the real widget may leave the page by a form to Razorpay, as it does inside other apps", () => {
  const hosts = hostsOf("https://checkout.razorpay.com/v1/checkout.js");
  expect(hosts.form).toEqual(["https://api.razorpay.com"]);
  expect(hosts.frame).toContain("https://api.razorpay.com");
});

test("only the shop's own window is said to be a test window", () => {
  const isStandIn = (checkoutSrc: string) => isStandInWidget({ checkoutSrc }, "https://shop.test");
  expect(isStandIn("/stand-ins/razorpay/v1/checkout.js")).toBe(true);
  expect(isStandIn("https://checkout.razorpay.com/v1/checkout.js")).toBe(false);
});

test("a stand-in on the shop's own origin needs no host, one elsewhere needs its own and no other", () => {
  const own = hostsOf("https://shop.test/stand-ins/razorpay/v1/checkout.js");
  expect(own).toEqual({ script: [], frame: ["'self'"], connect: [], image: [] });
  const elsewhere = hostsOf("http://127.0.0.1:4000/v1/checkout.js");
  expect(new Set(Object.values(elsewhere).flat())).toEqual(new Set(["http://127.0.0.1:4000"]));
  expect(elsewhere.form).toEqual(["http://127.0.0.1:4000"]);
});
