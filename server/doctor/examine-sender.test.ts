import { expect, test } from "vitest";

import { examineSender, type ReadTxt } from "./examine-sender.ts";

const config = { mailFrom: "books@shop.test", smtpUrl: "smtps://mail.test" };

/** Answers as a DNS server with these records. */
const dnsOf =
  (records: Record<string, string[]>): ReadTxt =>
  async (name) =>
    records[name] ?? [];
const spf = "v=spf1 include:zoho.in ~all";
const dmarc = { "_dmarc.shop.test": ["v=DMARC1; p=none"] };

test.each([
  ["both", { "shop.test": ["other=1", spf], ...dmarc }, "well", /has SPF and DMARC/],
  ["no SPF", { "shop.test": ["v=spf10"], ...dmarc }, "look", /no SPF record/],
  ["two SPF records", { "shop.test": [spf, spf], ...dmarc }, "look", /2 SPF records/],
  ["no DMARC", { "shop.test": [spf] }, "look", /no DMARC record/],
  ["nothing", {}, "look", /no SPF record.*no DMARC record/],
] as const)("%s", async (_, records, state, words) => {
  const [finding] = await examineSender(config, dnsOf(records as unknown as Record<string, string[]>));
  expect(finding!.state).toBe(state);
  expect(finding!.words).toMatch(words);
});

test("a DNS server that does not answer is not taken for missing records", async () => {
  const [finding] = await examineSender(config, () => Promise.reject(new Error("queryTxt ETIMEOUT")));
  expect(finding).toMatchObject({ state: "look", words: expect.stringContaining("DNS did not answer") });
});

test("nothing is looked up while letters go to the shop's own mailbox", async () => {
  expect(await examineSender({ ...config, smtpUrl: null }, () => Promise.reject(new Error("asked")))).toEqual([]);
});
