/** The client of WhatsApp against a stand-in that speaks Meta's wire format, with its oddities. */
import { createHmac } from "node:crypto";

import { expect, test } from "vitest";

import { openOutsideMessenger, whatsAppAccount } from "#tests/support/shop/outside-messenger.ts";
import { createWhatsApp } from "./whatsapp.server.ts";

const { whatsapp, messenger, settings } = await openOutsideMessenger();
const reference = "0b1f4c1e-5d3a-4c55-9d0b-0123456789ab";
const send = () => messenger.send({ template: "code", values: ["048213"], to: "+919876543210", reference });

test("a code is sent with the approved template, in its text and on its button", async () => {
  expect(await send()).toEqual({ state: "accepted", messageId: whatsapp.messages[0]!.id });
  expect(whatsapp.messages).toMatchObject([{ to: "919876543210", code: "048213", reference }]);
});

test.each([
  ["notOnWhatsApp", { state: "refused", cause: "number" }],
  ["errorUnder200", { state: "refused", cause: "number" }],
  ["busy", { state: "refused", cause: "busy" }],
  ["tooMany", { state: "refused", cause: "busy" }],
  ["expiredToken", { state: "refused", cause: "account" }],
  ["pausedTemplate", { state: "refused", cause: "account" }],
])(
  "a refusal (%s) says whether number, limit or account is the cause, and repeats no number",
  async (fault, result) => {
    whatsapp.setFault(fault, true);
    const got = await send();
    expect(got).toMatchObject(result);
    expect(JSON.stringify(got)).not.toMatch(/9876543210|048213/);
    expect(whatsapp.messages).toEqual([]);
  },
);

test.each(["lostAnswer", "cutJson", "serverError", "strangeAnswer"])(
  "after %s the message may have been sent, so it is neither accepted nor refused",
  async (fault) => {
    whatsapp.setFault(fault, true);
    expect(await send()).toMatchObject({ state: "unknown" });
  },
);

test("an answer that comes too late is unknown, and so is none", async () => {
  whatsapp.setFault("lateAnswer", { milliseconds: 1500 });
  expect(await send()).toMatchObject({ state: "unknown" });
  const away = createWhatsApp({ ...whatsAppAccount, apiBase: "http://127.0.0.1:9" });
  expect(await away.send({ template: "code", values: ["1"], to: "+919876543210", reference })).toMatchObject({
    state: "unknown",
  });
});

function signed(body: unknown, secret = whatsAppAccount.appSecret) {
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const signature = createHmac("sha256", secret).update(bytes).digest("hex");
  return [bytes, new Headers({ "x-hub-signature-256": `sha256=${signature}` })] as const;
}

const webhook = (statuses: unknown[], phoneNumberId = whatsAppAccount.phoneNumberId) => ({
  object: "whatsapp_business_account",
  entry: [
    { id: "1", changes: [{ field: "messages", value: { metadata: { phone_number_id: phoneNumberId }, statuses } }] },
  ],
});

test("reports are read only with the signature of the app, and about the shop's own number", () => {
  const delivered = { id: "wamid.1", status: "delivered", biz_opaque_callback_data: reference };
  const report = { reference, messageId: "wamid.1", state: "delivered" };
  expect(messenger.readReports(...signed(webhook([delivered])))).toEqual([report]);
  expect(messenger.readReports(...signed(webhook([delivered]), "another secret"))).toBeNull();
  expect(messenger.readReports(Buffer.from(JSON.stringify(webhook([delivered]))), new Headers())).toBeNull();
  expect(messenger.readReports(...signed(webhook([delivered], "5550001111")))).toEqual([]);
});

test("one report of a strange form hides no other, and strange webhooks are ignored", () => {
  const failed = { id: "wamid.2", status: "failed", errors: [{ code: 131026, title: "Message undeliverable" }] };
  const read = { id: "wamid.3", status: "read", biz_opaque_callback_data: reference };
  expect(
    messenger.readReports(...signed(webhook([7, { status: "sent" }, failed, { ...read, status: "seen" }, read]))),
  ).toEqual([
    {
      reference: null,
      messageId: "wamid.2",
      state: "failed",
      cause: "number",
      trouble: "Message undeliverable (131026)",
    },
    { reference, messageId: "wamid.3", state: "delivered" },
  ]);
  for (const body of ["", "null", "[]", "{", { entry: [{ changes: [{ value: {} }] }] }])
    expect(messenger.readReports(...signed(body))).toEqual([]);
});

test("account and template are tried before they are used", async () => {
  const apiBase = settings["WHATSAPP_API_BASE"]!;
  const trouble = (changes: object) => createWhatsApp({ ...whatsAppAccount, apiBase, ...changes }).findTrouble();
  expect(await trouble({})).toBeNull();
  expect(await trouble({ accessToken: "another token of the tests" })).toContain("Session has expired (190)");
  expect(await trouble({ phoneNumberId: "1234567" })).toContain("Invalid parameter");
  expect(await trouble({ template: "confirm" })).toBe("The account has no template “confirm”.");
  expect(await trouble({ language: "hi" })).toBe("The template “confirm_order” has no language “hi”. It has: en.");
  expect(await trouble({ apiBase: "http://127.0.0.1:9" })).toContain("did not answer");
});
