/**
 * Tests the form of a delivery address: which phone numbers, PIN codes, names and states it accepts, and its error
 * messages.
 */

import { expect, test } from "vitest";

import { parseDelivery, parseReadersAddress, type DeliveryField } from "./delivery.server.ts";

const good = {
  email: "asha@example.com",
  name: "Asha Rao",
  phone: "9876543210",
  addressLine1: "12 Residency Road",
  addressLine2: "Near the old library",
  city: "Bengaluru",
  stateCode: "KA",
  pin: "560025",
};

function parse(changes: Record<string, string | undefined> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...good, ...changes })) if (value !== undefined) form.set(name, value);
  return parseDelivery(form);
}

function errorOf(field: DeliveryField, value: string | undefined) {
  const parsed = parse({ [field]: value });
  if (parsed.ok) return null;
  expect(Object.keys(parsed.errors)).toEqual([field]);
  return parsed.errors[field];
}

test("a good form becomes an address, its phone number in one form", () => {
  expect(parse()).toEqual({ ok: true, delivery: { ...good, phone: "+919876543210" } });
});

test("a phone number may be written in every way Indians write it", () => {
  const ways = ["98765 43210", "098765-43210", "+91 98765 43210", "+91-9876543210", "0091 9876543210", "919876543210"];
  for (const phone of [...ways, "(98765) 43210"]) {
    expect(parse({ phone }), phone).toMatchObject({ ok: true, delivery: { phone: "+919876543210" } });
  }
});

test("a mobile number that begins with 91 keeps its digits", () => {
  expect(parse({ phone: "9198765432" })).toMatchObject({ ok: true, delivery: { phone: "+919198765432" } });
});

test("what is not an Indian mobile number is asked for again", () => {
  const sentence = "Enter your 10-digit mobile number, so the courier can call.";
  for (const phone of ["12345", "5876543210", "98765432101", "+44 20 7946 0958", "९८७६५४३२१०", "call me", ""]) {
    expect(errorOf("phone", phone), phone).toBe(sentence);
  }
});

test("a PIN code may have a space in the middle", () => {
  expect(parse({ pin: "560 025" })).toMatchObject({ ok: true, delivery: { pin: "560025" } });
});

test("what is not a PIN code is asked for again", () => {
  for (const pin of ["", "56002", "5600255", "५६००२५", "56002a"]) {
    expect(errorOf("pin", pin), pin).toBe("Enter a 6-digit PIN code.");
  }
  expect(errorOf("pin", "060025")).toBe("No PIN code begins with 0. Please check it.");
});

test("every field that is left out is asked for in its own words", () => {
  expect(parseDelivery(new FormData())).toEqual({
    ok: false,
    errors: {
      email: "Enter your e-mail address.",
      name: "Enter your name.",
      phone: "Enter your phone number.",
      addressLine1: "Enter your address.",
      city: "Enter your town or city.",
      stateCode: "Choose your state.",
      pin: "Enter your PIN code.",
    },
  });
});

test("who writes a reader's address is not asked for their own", () => {
  const read = parseReadersAddress(new FormData());
  expect(read).toMatchObject({ ok: false, errors: { name: "Write the name.", stateCode: "Choose the state." } });
  expect(JSON.stringify(read)).not.toMatch(/\byour?\b/);
  const form = new FormData();
  form.set("phone", "12");
  form.set("city", "x".repeat(101));
  expect(parseReadersAddress(form)).toMatchObject({
    errors: {
      phone: "Write the reader’s 10-digit mobile number, so the courier can call.",
      city: "Write at most 100 characters.",
    },
  });
});

test("a field of spaces is an empty field", () => {
  expect(errorOf("name", "   ")).toBe("Enter your name.");
  expect(errorOf("city", "\t")).toBe("Enter your town or city.");
  expect(parse({ name: "  Asha Rao " })).toMatchObject({ ok: true, delivery: { name: "Asha Rao" } });
});

test("an e-mail address must look like one", () => {
  for (const email of ["asha", "asha@", "@example.com", "asha@example", "asha rao@example.com"]) {
    expect(errorOf("email", email), email).toBe("Check your e-mail address. We send the order and tracking there.");
  }
});

test("no line break or control character reaches a letter's head or a parcel's label", () => {
  expect(errorOf("name", "Asha\r\nBcc: all@example.com")).toBe(
    "Leave out line breaks and hidden characters in your name.",
  );
  expect(errorOf("email", "asha@example.com\nx")).toBe(
    "Leave out line breaks and hidden characters in your e-mail address.",
  );
  expect(errorOf("addressLine1", "12\u0000 Residency Road")).toBe(
    "Leave out line breaks and hidden characters in your address.",
  );
  expect(errorOf("addressLine2", "Near\u0007 the library")).toBe(
    "Leave out line breaks and hidden characters in the second line.",
  );
  expect(errorOf("city", "Benga\u0085luru")).toBe("Leave out line breaks and hidden characters in your town or city.");
});

test("marks that nobody sees, as they come along with what is copied, are dropped from every field", () => {
  const copied = Object.fromEntries(Object.entries(good).map(([field, text]) => [field, `\u202a${text}\u200b\u202c`]));
  const expected = { ok: true, delivery: { ...good, phone: "+919876543210" } };
  expect(parse({ ...copied, stateCode: "KA" })).toEqual(expected);
  expect(parse({ phone: "\u2068+91\u00a098765\u201143210\u2069", pin: "560\u200b025" })).toEqual(expected);
  expect(parse({ name: "\u202eoaR ahsA" })).toMatchObject({ ok: true, delivery: { name: "oaR ahsA" } });
  expect(errorOf("name", "\u200b\u2060\u3164")).toBe("Enter your name.");
});

test("the joiners of Indian scripts stay in a name", () => {
  for (const name of ["कार\u094d\u200dया", "ബിന\u0d4d\u200d", "শ\u09cd\u200cবেতা"]) {
    expect(parse({ name }), name).toMatchObject({ ok: true, delivery: { name } });
  }
});

test("what is too long for a label is said to be", () => {
  expect(errorOf("name", "a".repeat(121))).toBe("Keep your name under 120 characters.");
  expect(errorOf("addressLine1", "a".repeat(201))).toBe("Keep your address under 200 characters.");
  expect(errorOf("addressLine2", "a".repeat(201))).toBe("Keep the second line under 200 characters.");
  expect(errorOf("city", "a".repeat(101))).toBe("Keep your town or city under 100 characters.");
  expect(parse({ name: "a".repeat(120) }).ok).toBe(true);
});

test("names and addresses may be written in any script", () => {
  expect(parse({ name: "आशा राव", addressLine1: "१२ रेज़ीडेंसी रोड", city: "बेंगलुरु" }).ok).toBe(true);
});

test("a state must be one of India's, by its code", () => {
  for (const stateCode of ["", "XX", "ka", "Karnataka", "__proto__"]) {
    expect(errorOf("stateCode", stateCode), stateCode).toBe("Choose your state.");
  }
});

test("the second line of the address may be left out", () => {
  expect(parse({ addressLine2: undefined })).toMatchObject({ ok: true, delivery: { addressLine2: "" } });
  expect(parse({ addressLine2: "" })).toMatchObject({ ok: true, delivery: { addressLine2: "" } });
});

test("a file in place of a text is a text not given", () => {
  const form = new FormData();
  for (const [name, value] of Object.entries(good)) form.set(name, value);
  form.set("name", new File(["Asha"], "name.txt"));
  expect(parseDelivery(form)).toEqual({ ok: false, errors: { name: "Enter your name." } });
});

test("fields the form does not have are left behind", () => {
  expect(parse({ totalPaise: "1", state: "paid" })).toEqual({
    ok: true,
    delivery: { ...good, phone: "+919876543210" },
  });
});
