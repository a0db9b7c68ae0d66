/** Information pages: terms, privacy, contact, delivery, and the questions. */
import { expect, test } from "vitest";

import { absoluteSeconds, idleSeconds } from "#shop/people/readers/sessions.server.ts";
import { searchDays } from "#shop/catalogue/search/counts/search-counts.server.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop({ shippingFeePaise: 49_00, freeShippingFromPaise: 499_00 });
const open = async (path: string) => readPage(await shop.fetch(path));

test.each([
  ["/about", "About", "About Endpaper"],
  ["/contact", "Contact", "Contact"],
  ["/ask-for-a-book", "Ask us for a book", "Ask us for a book"],
  ["/faq", "Frequently asked questions", "Frequently asked questions"],
  ["/newsletter", "Newsletter", "Newsletter"],
  ["/shipping", "Shipping", "Shipping"],
  ["/returns", "Returns", "Returns"],
  ["/privacy-policy", "Privacy policy", "Privacy policy"],
  ["/terms-of-service", "Terms of service", "Terms of service"],
])("%s is a kept page with one heading, one address and anchors that lead somewhere", async (path, title, heading) => {
  const response = await shop.fetch(path);
  expect(response.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  const html = await response.clone().text();
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const anchors = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, anchor]) => anchor);
  const page = await readPage(response);
  expect(page.title).toBe(`${title} - Endpaper`);
  expect(page.headings.filter(({ level }) => level === 1)).toEqual([{ level: 1, text: heading }]);
  expect(page.canonical).toBe(publicUrl + path);
  expect(anchors.filter((anchor) => !ids.has(anchor))).toEqual([]);
});

test("terms and privacy carry their date, the age and the seller", async () => {
  for (const path of ["/terms-of-service", "/privacy-policy"]) {
    const page = await open(path);
    for (const text of ["Last updated: May 31, 2025", "13", "under 18", "Endpaper Books", "complaints@shop.test"])
      expect(page.has(text), `${path} ${text}`).toBe(true);
  }
  const privacy = await open("/privacy-policy");
  for (const cookie of ["cart *", "cart-count", "session *", "auth-storage, auth-token"])
    expect(privacy.has(cookie), cookie).toBe(true);
  const [idle, absolute] = [idleSeconds, absoluteSeconds].map((seconds) => seconds / 86_400);
  for (const text of [`${absolute} days, or ${idle} days unused`, `${absolute} days at most, or until you sign out`])
    expect(privacy.has(text), text).toBe(true);
  for (const text of ["a book you ask us for", "more than 5 digits", `A count is deleted after ${searchDays} days.`])
    expect(privacy.has(text), text).toBe(true);
});

test("the contact page has the support addresses, the phone's hours, the post and the grievance officer", async () => {
  const page = await open("/contact");
  for (const text of [
    "help@shop.test",
    "Mon-Fri 9-6 EST",
    "12 Church Street, Bengaluru 560001",
    "The bookseller",
    "complaints@shop.test",
    "1915",
    "Send Message",
  ])
    expect(page.has(text), text).toBe(true);
});

test("delivery is told from the shop's own settings", async () => {
  for (const path of ["/shipping", "/faq", "/terms-of-service"]) {
    const page = await open(path);
    expect(page.has("₹49.00") && page.has("From ₹499.00"), path).toBe(true);
    expect(page.has("$35"), path).toBe(false);
  }
});

test("a PIN code is told its own time, and what is none is told so; neither page is kept", async () => {
  for (const [pin, words] of [
    ["560025", "usually 4 to 6 working days"],
    ["781001", "usually 9 to 14 working days"],
    ["123", "A PIN code has six digits"],
  ]) {
    const response = await shop.fetch(`/shipping?pin=${pin}`);
    expect(response.headers.get("cache-control"), pin).toBe("private, no-store");
    expect((await readPage(response)).has(words!), pin).toBe(true);
  }
});

test("the questions are described for search engines, each with its answer", async () => {
  const html = await (await shop.fetch("/faq")).text();
  const script = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!;
  const { "@graph": graph } = JSON.parse(script) as {
    "@graph": { "@type": string; mainEntity: { name: string; acceptedAnswer: { text: string } }[] }[];
  };
  const described = graph[0]!;
  expect(described["@type"]).toBe("FAQPage");
  expect(described.mainEntity.length).toBeGreaterThanOrEqual(25);
  for (const { name, acceptedAnswer } of described.mainEntity) {
    expect(acceptedAnswer.text.length, name).toBeGreaterThan(20);
    expect(acceptedAnswer.text, name).not.toMatch(/\]\(|undefined/);
  }
  const paying = described.mainEntity.find(({ name }) => name === "How can I pay?")!;
  expect(paying.acceptedAnswer.text).toContain("UPI, cards and netbanking, in Razorpay’s window.");
});

test("without a script the questions are searched by the server, for this reader alone", async () => {
  const response = await shop.fetch("/faq?q=refund");
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  const page = await readPage(response);
  expect(page.has("When do I get my money back?")).toBe(true);
  expect(page.has("How do I find a book?")).toBe(false);
  const none = await open(`/faq?q=${encodeURIComponent('"><script>zzz')}`);
  expect(none.has('No answer has “"><script>zzz” in it')).toBe(true);
});
