import { expect, test } from "vitest";

import { plainText, type ContentPage } from "#app/content/content-page.ts";
import { readPageText } from "#app/content/write-page.ts";
import type { OnlineSaving } from "#shop/sales/pricing/online-saving.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { fixedPages, isFixedPageId, writeFixedPage } from "./fixed-pages.ts";

const { services } = await openTestServices();
const { settings } = services;
const razorpay = { name: "Razorpay", privacyPolicyUrl: "https://razorpay.com/privacy/", addedOn: "2025-05-31" };
const other = { name: "Other", privacyPolicyUrl: "https://other.example/privacy", addedOn: "2026-02-01" };
const retention = {
  unanswered: 1,
  closedTicket: 1,
  formerWords: 1,
  told: 1,
  letter: 1,
  unpaidOrder: 1,
  codes: 1,
  refusedParcelsYears: 1,
  session: 1,
  unusedSession: 1,
  searches: { days: 1, visitors: 1, digits: 1 },
  guestDetailsHours: 1,
};
const offers = { promotion: null, bundlePercents: [30] };
const facts = {
  settings,
  now: new Date("2027-01-25T06:00:00Z"),
  retention,
  methods: "UPI",
  offers,
  providers: [razorpay],
};
const { delivery } = settings.policies;
const withDelivery = (changes: Partial<typeof delivery>) => ({
  ...facts,
  settings: { ...settings, policies: { ...settings.policies, delivery: { ...delivery, ...changes } } },
});

function wordsOf({ sections }: ContentPage): string {
  const blocks = sections.flatMap((section) => [section.heading ?? "", ...section.blocks]);
  return blocks
    .map((block) => (typeof block === "string" || Array.isArray(block) ? plainText(block) : JSON.stringify(block)))
    .join("\n");
}

const privacy = (providers: (typeof other)[]) => writeFixedPage("privacy-policy", null, { ...facts, providers });

test("the shop's own words are sound, and each of their parts has an address of its own", () => {
  for (const [id, { text, lead }] of Object.entries(fixedPages)) {
    expect(readPageText(text).faults, id).toEqual([]);
    expect(lead.length).toBeLessThan(600);
    const { sections } = writeFixedPage(isFixedPageId(id) ? id : "returns", null, facts);
    const anchors = [...text.matchAll(/\{#([a-z-]+)\}/g)].map(([, anchor]) => anchor);
    const ids = sections.flatMap((section) => [
      section.id,
      ...section.blocks.flatMap((block) => (typeof block === "object" && "heading" in block ? [block.id] : [])),
    ]);
    expect(ids).toEqual(anchors);
    expect(JSON.stringify(sections)).not.toMatch(/\{[a-z#]/);
  }
});

test("the privacy policy names every company that takes payments or confirms who a reader is, with its policy", () => {
  const text = JSON.stringify(privacy([other, razorpay]));
  for (const { name, privacyPolicyUrl } of [other, razorpay])
    expect(text).toContain(`[${name}’s policy](${privacyPolicyUrl})`);
  for (const words of ["may set cookies of their own", "may handle data"])
    expect(text).toContain(`Google, Other and Razorpay ${words}`);
  for (const words of ["Google and Razorpay may handle data", "Razorpay’s number", "[Google’s policy]"])
    expect(JSON.stringify(privacy([razorpay]))).toContain(words);
});

test("the privacy policy names WhatsApp exactly while codes are sent by it", () => {
  const settingsWith = { ...settings, confirmationCodes: { by: "whatsapp" as const, mostPerDay: 100 } };
  const policy = writeFixedPage("privacy-policy", null, { ...facts, settings: settingsWith });
  const text = JSON.stringify(policy);
  for (const words of [
    "Meta carries the code by WhatsApp",
    "[WhatsApp’s policy]",
    "Codes by WhatsApp that you asked for",
  ])
    expect(text).toContain(words);
  expect(policy.updated).toBe("November 30, 2026");
  expect(JSON.stringify(privacy([razorpay]))).not.toContain("WhatsApp");
});

test("a policy has the date of its last change", () => {
  expect(privacy([razorpay]).updated).toBe("May 31, 2025");
  expect(privacy([other, razorpay]).updated).toBe("February 1, 2026");
  const terms = (changedAt?: string) =>
    writeFixedPage("terms-of-service", changedAt === undefined ? null : { lead: "", text: "T", changedAt }, facts);
  expect(terms().updated).toBe("May 31, 2025");
  expect(terms("2027-01-31T20:00:00Z").updated).toBe("February 1, 2027");
  expect(writeFixedPage("returns", null, facts).updated).toBeUndefined();
});

test("what shipping says of packing follows the settings, and is left out while there is nothing to say", () => {
  const usual = wordsOf(writeFixedPage("shipping", null, facts));
  expect(usual).toContain("We pack within 2 working days, Monday to Friday, and hand the parcel to a courier.\n");
  expect(usual).not.toContain("We do not pack");
  expect(usual).not.toContain("Couriers collect");
  expect(usual).toContain("\nAn order placed now is sent by Wed\u00a027\u00a0Jan.\n");
  const sixDays = writeFixedPage("shipping", null, withDelivery({ carriersOn: [1, 2, 3, 4, 5, 6] }));
  expect(wordsOf(sixDays)).toContain("\nCouriers collect and deliver Monday to Saturday.\n");
  const opening = { state: "closed", closedUntil: "2027-02-01", words: null, takesOrders: false } as const;
  const waits = { ...facts, settings: { ...settings, opening } };
  expect(wordsOf(writeFixedPage("shipping", null, waits))).not.toContain("An order placed now");
  const name = "[Republic Day](javascript:x)";
  const closed = withDelivery({ cutOffHour: 12, daysOff: [{ from: "2027-01-26", to: "2027-01-26", name }] });
  const { sections } = writeFixedPage("shipping", null, closed);
  expect(sections[1]!.blocks[0]).toEqual([
    expect.stringMatching(/courier\. An order after noon counts as one of the next day\./),
  ]);
  expect(sections[1]!.blocks[1]).toEqual([`We do not pack on 26\u00a0January\u00a02027 (${name}).`]);
});

test("the bookseller's words may include the shop's own", () => {
  const text = "## Ours {#ours}\n\nWe pay.\n\n{original text}\n\n## Last\n\nEnd.";
  const { lead, sections } = writeFixedPage(
    "returns",
    { lead: "In {days to return}.", text, changedAt: "2027-01-01" },
    facts,
  );
  expect(lead).toBe("In 10 days.");
  expect(sections.map(({ id }) => id)).toEqual([
    "ours",
    "cancel",
    "damaged",
    "changed-mind",
    "money",
    "automatic",
    "disagree",
    "last",
  ]);
});

test("answers and returns tell of payment on delivery exactly while it is offered", () => {
  const onDelivery = {
    leastPaise: 0,
    mostPaise: 3_000_00,
    pins: [],
    notPins: [],
    openOrders: 2,
    refusals: 2,
    confirmHours: 24,
    onlineSaving: null,
  };
  const offered = { ...facts, settings: { ...settings, onDelivery } };
  expect(wordsOf(writeFixedPage("faq", null, facts))).toContain("No. Orders are paid before they leave.");
  expect(wordsOf(writeFixedPage("returns", null, facts))).not.toContain("bank transfer");
  expect(wordsOf(writeFixedPage("faq", null, offered))).toContain("Yes, orders up to ₹3,000.00");
  expect(wordsOf(writeFixedPage("returns", null, offered))).toContain("we pay back by bank transfer or UPI");
  const answer = (onlineSaving: OnlineSaving | null) => {
    const saving = { ...facts, settings: { ...settings, onDelivery: { ...onDelivery, onlineSaving } } };
    return wordsOf(writeFixedPage("faq", null, saving));
  };
  expect(answer(null)).not.toContain("If you pay online instead");
  expect(answer({ percent: 2, mostPaise: 50_00 })).toContain("the books cost 2% less, up to ₹50.00.");
});
