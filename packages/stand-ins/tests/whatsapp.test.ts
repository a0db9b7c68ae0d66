import { expect, test } from "vitest";

import { createWhatsAppStandIn } from "#stand-ins/whatsapp/whatsapp.ts";

const account = {
  phoneNumberId: "106540352242922",
  accountId: "102290129340398",
  accessToken: "a_token",
  appSecret: "a_secret",
  template: "confirm_order",
  language: "en",
};
const reports: Request[] = [];
const whatsapp = createWhatsAppStandIn({
  ...account,
  basePath: "/v25.0",
  webhookUrl: "http://shop.test/reports",
  deliver: async (request) => reports.push(request),
});

const text = (code: string) => [{ type: "text", text: code }];
const message = {
  messaging_product: "whatsapp",
  to: "919876543210",
  type: "template",
  template: {
    name: "confirm_order",
    language: { code: "en" },
    components: [
      { type: "body", parameters: text("123456") },
      { type: "button", sub_type: "url", index: "0", parameters: text("123456") },
    ],
  },
  biz_opaque_callback_data: "a-reference",
};

async function send(body: unknown, token = account.accessToken) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const url = `http://graph.test/v25.0/${account.phoneNumberId}/messages`;
  const answer = await whatsapp.fetch(new Request(url, init));
  return { status: answer.status, body: await answer.json() };
}

test("a message is answered with its id, and reported as sent and delivered, signed", async () => {
  const { status, body } = await send(message);
  expect([status, body.messages]).toEqual([200, [{ id: whatsapp.messages[0]!.id, message_status: "accepted" }]]);
  await whatsapp.settled();
  expect(reports.map(({ headers }) => headers.get("x-hub-signature-256"))).toEqual([
    expect.stringMatching(/^sha256=[\da-f]{64}$/),
    expect.stringMatching(/^sha256=[\da-f]{64}$/),
  ]);
  const [first] = await Promise.all(reports.map((request) => request.json()));
  expect(first.entry[0].changes[0].value.statuses[0]).toMatchObject({
    status: "sent",
    biz_opaque_callback_data: "a-reference",
  });
});

test("what Meta refuses is refused, with its codes", async () => {
  const { template } = message;
  const [body, button] = template.components;
  const changed = (change: object) => ({ ...message, template: { ...template, ...change } });
  expect(await send(message, "another")).toMatchObject({ status: 401, body: { error: { code: 190 } } });
  expect((await send({ ...message, to: "+91" })).body.error.code).toBe(100);
  expect((await send(changed({ name: "unknown" }))).body.error.code).toBe(132001);
  for (const components of [[body], [button], [body, { ...button, parameters: text("654321") }]])
    expect((await send(changed({ components }))).body.error.code).toBe(132000);
});
