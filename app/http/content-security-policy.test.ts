/** Tests the Content-Security-Policy of public pages, personal pages, and pages with the payment widget. */
import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { contentSecurityPolicy } from "./content-security-policy.ts";

const hosts = {
  script: ["https://checkout.razorpay.com"],
  frame: ["https://api.razorpay.com"],
  connect: ["https://lumberjack.razorpay.com"],
  image: ["https://cdn.razorpay.com"],
};

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

function rulesOf(policy: string): Map<string, string[]> {
  return new Map(
    policy.split("; ").map((rule) => {
      const [name, ...values] = rule.split(" ");
      return [name!, values];
    }),
  );
}

test("a public page names each of its inline scripts by hash, and nothing else inline", () => {
  const html = `<html><script>one()</script><script async="" src="/a.js"></script><script type="module">two("<b>")
</script></html>`;
  const rules = rulesOf(contentSecurityPolicy(html, undefined, null));
  expect(rules.get("script-src")).toEqual(["'self'", hashOf("one()"), hashOf('two("<b>")\n')]);
});

test("a script that is there twice is named once, an empty one has a hash too", () => {
  const rules = rulesOf(
    contentSecurityPolicy("<script>a()</script><script>a()</script><script></script>", undefined, null),
  );
  expect(rules.get("script-src")).toEqual(["'self'", hashOf("a()"), hashOf("")]);
});

test("a script of many letters is hashed as the browser will: as UTF-8", () => {
  const rules = rulesOf(contentSecurityPolicy("<script>say('गोदान')</script>", undefined, null));
  expect(rules.get("script-src")).toEqual(["'self'", hashOf("say('गोदान')")]);
});

test("a personal page carries its nonce and no hash", () => {
  const rules = rulesOf(contentSecurityPolicy("<script nonce='abc'>a()</script>", "abc", null));
  expect(rules.get("script-src")).toEqual(["'self'", "'nonce-abc'"]);
});

test("without a payment widget only the shop's own host is allowed", () => {
  const policy = contentSecurityPolicy("", undefined, null);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(Object.fromEntries(rulesOf(policy))).toEqual({
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  });
});

test("the page with the widget lets its script write styles, and no page lets anybody else", () => {
  const rules = rulesOf(contentSecurityPolicy("", "abc", hosts));
  expect(rules.get("style-src")).toEqual(["'self'"]);
  expect(rules.get("style-src-elem")).toEqual(["'self'", "'unsafe-inline'"]);
  expect(rules.get("style-src-attr")).toEqual(["'unsafe-inline'"]);
  expect(rules.get("script-src")!.join(" ")).not.toContain("unsafe");
  expect(contentSecurityPolicy("", "abc", { form: ["https://accounts.google.com"] })).not.toContain("unsafe");
});

test("the page with the widget adds the widget's hosts and keeps every other rule", () => {
  const plain = rulesOf(contentSecurityPolicy("", "abc", null));
  const rules = rulesOf(contentSecurityPolicy("", "abc", hosts));
  const added = { "script-src": hosts.script, "connect-src": hosts.connect, "img-src": hosts.image };
  for (const [name, values] of plain) {
    expect(rules.get(name), name).toEqual([...values, ...(added[name as keyof typeof added] ?? [])]);
  }
  expect([...rules.keys()].filter((name) => !plain.has(name)).sort()).toEqual([
    "frame-src",
    "style-src-attr",
    "style-src-elem",
  ]);
  expect(rules.get("frame-src")).toEqual(hosts.frame);
});

test("the page with a form that leads to Google adds that, and nothing else", () => {
  const rules = rulesOf(contentSecurityPolicy("", "abc", { form: ["https://accounts.google.com"] }));
  const plain = rulesOf(contentSecurityPolicy("", "abc", null));
  expect(rules.get("form-action")).toEqual(["'self'", "https://accounts.google.com"]);
  expect([...rules].filter(([name]) => name !== "form-action")).toEqual(
    [...plain].filter(([name]) => name !== "form-action"),
  );
});

test("a page whose scripts compile WebAssembly allows that, and nothing else", () => {
  const rules = rulesOf(contentSecurityPolicy("", "abc", { wasm: true }));
  const plain = rulesOf(contentSecurityPolicy("", "abc", null));
  expect(rules.get("script-src")).toEqual(["'self'", "'nonce-abc'", "'wasm-unsafe-eval'"]);
  expect([...rules].filter(([name]) => name !== "script-src")).toEqual(
    [...plain].filter(([name]) => name !== "script-src"),
  );
});
