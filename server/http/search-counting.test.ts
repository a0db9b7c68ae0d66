import { expect, test } from "vitest";

import { searchingVisitor } from "./search-counting.ts";

const android =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";
const visitorOf = (headers: Record<string, string>, network: string | null = "203.0.113.9", method = "GET") =>
  searchingVisitor(new Request("http://shop.test/search?q=x", { method, headers }), network);

test.each([
  android,
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
  "Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10",
])("%s is a person's browser", (browser) => {
  expect(visitorOf({ "user-agent": browser })).toBe(`203.0.113.9 ${browser}`);
});

test("visitors differ by their network or their browser", () => {
  const seen = [
    visitorOf({ "user-agent": android }),
    visitorOf({ "user-agent": android }, "203.0.113.10"),
    visitorOf({ "user-agent": android }, null),
    visitorOf({ "user-agent": `${android} OPR/92` }),
  ];
  expect(new Set(seen).size).toBe(4);
  expect(visitorOf({ "user-agent": `${android}${"x".repeat(9_000)}` })!.length).toBeLessThan(400);
});

test.each([
  "",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
  "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "curl/8.14.1",
  "python-requests/2.32.3",
  "Go-http-client/2.0",
])("%j is a robot", (browser) => expect(visitorOf({ "user-agent": browser })).toBeNull());

test("a page that is fetched in advance was not looked at, nor one that only a header was asked of", () => {
  for (const [name, value] of [
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["purpose", "prefetch"],
    ["x-moz", "prefetch"],
  ] as const)
    expect(visitorOf({ "user-agent": android, [name]: value }), value).toBeNull();
  expect(visitorOf({ "user-agent": android }, null, "HEAD")).toBeNull();
});
