import { expect, test } from "vitest";

import { parseContactMessage } from "./contact-message.ts";

const good = { name: "Asha Rao", email: "asha@example.com", subject: "A torn cover", message: "It came torn." };

function parse(changed: Record<string, string | null> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...good, ...changed })) if (value !== null) form.set(name, value);
  return parseContactMessage(form);
}

const errorsOf = (changed: Record<string, string | null>) => {
  const parsed = parse(changed);
  return parsed.ok ? [] : Object.keys(parsed.errors);
};

test("a filled-in form is read as it was written", () => {
  expect(parse()).toEqual({ ok: true, fields: good });
});

test.each(["name", "email", "subject", "message"])("without its %s a message is not sent", (field) => {
  for (const value of [null, "", "   ", "\u0000\r\n"])
    expect(errorsOf({ [field]: value }), String(value)).toEqual([field]);
});

test("every wrong field is named at once", () => {
  expect(errorsOf({ name: "", email: "asha", subject: "", message: "" })).toEqual([
    "name",
    "email",
    "subject",
    "message",
  ]);
});

test("what is longer than a letter is refused, and the longest letter is not", () => {
  const max = { name: 120, subject: 150, message: 5000 };
  for (const [field, length] of Object.entries(max)) {
    expect(errorsOf({ [field]: "ग".repeat(length) })).toEqual([]);
    expect(errorsOf({ [field]: "ग".repeat(length + 1) })).toEqual([field]);
  }
  expect(errorsOf({ email: `${"a".repeat(250)}@example.com` })).toEqual(["email"]);
});

test.each([
  "asha",
  "asha@",
  "asha@example.com, evil@example.com",
  "asha@example.com\r\nBcc: evil@example.com",
  "a b@c.de",
])("%j is not an address that is written to", (email) => expect(errorsOf({ email })).toEqual(["email"]));

test("a name or subject cannot begin a new line, a header or another direction of writing", () => {
  const name = "Asha\r\nBcc: evil@example.com\u202e";
  const parsed = parse({ name, subject: `Hello${"\u2028"}X-Header: 1\u0000` });
  expect(parsed).toMatchObject({
    ok: true,
    fields: { name: "Asha Bcc: evil@example.com", subject: "Hello X-Header: 1" },
  });
});

test("a message keeps its lines and its joiners, and loses what nobody sees", () => {
  const parsed = parse({ message: "One\r\n\r\nक्\u200dष \u202eTwo\u0000\u0007" });
  expect(parsed).toMatchObject({ ok: true, fields: { message: "One\n\nक्\u200dष Two" } });
});

test("marks that nobody sees, as they come along with what is copied, are dropped from an e-mail address", () => {
  expect(parse({ email: " \u202aasha@example.com\u200b\u202c " })).toEqual({ ok: true, fields: good });
});
