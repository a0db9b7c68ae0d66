import { expect, test } from "vitest";

import { readCredentials } from "#shop/office/credentials/read-credentials.ts";
import { openOutsideMessenger, whatsAppAccount } from "#tests/support/shop/outside-messenger.ts";
import { readConfig } from "./config/config.ts";
import { createCredentials } from "./credentials.ts";

const outside = await openOutsideMessenger();
const { WHATSAPP_API_BASE = "" } = outside.settings;
const credentials = createCredentials(() => readConfig({ WHATSAPP_API_BASE }), "a link key");

const { accessToken: secretToken, appSecret: secretApp, ...rest } = whatsAppAccount;
const form = { ...rest, secretToken, secretApp };

async function tryForm(changes: Partial<typeof form> = {}): Promise<string | null> {
  const read = readCredentials("whatsapp", { ...form, ...changes });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return credentials.findTrouble("whatsapp", read.values);
}

test("the account of WhatsApp and its template are tried before they are used, and no secret is repeated", async () => {
  expect(await tryForm()).toBeNull();
  expect(await tryForm({ template: "other" })).toContain("no template “other”");
  const trouble = await tryForm({ secretToken: "another_token_of_the_tests" });
  expect(trouble).toContain("Session has expired");
  expect(trouble).not.toContain("another_token");
});

test("the form of WhatsApp names what is missing or malformed", () => {
  const wrong = {
    ...form,
    phoneNumberId: "+91 80 4000 0000",
    secretToken: "short",
    template: "Confirm",
    language: "English",
  };
  expect(readCredentials("whatsapp", wrong)).toEqual({
    ok: false,
    errors: {
      phoneNumberId: expect.stringContaining("space"),
      secretToken: "This is shorter than an access token. Copy it again.",
      template: "A template’s name has small letters, digits and _ only.",
      language: "Write the language as Meta does, such as en or en_US.",
    },
  });
});

test("settings of WhatsApp belong together", () => {
  expect(() => readConfig({ WHATSAPP_TEMPLATE: "confirm_order" })).toThrow("belong together");
  expect(readConfig(outside.settings).messengers).toMatchObject({ whatsapp: { template: "confirm_order" } });
});

test("the address of reports and its word are secrets of their own", () => {
  const { messages } = credentials.addresses();
  expect(messages.address).not.toContain(messages.verifyToken);
});
