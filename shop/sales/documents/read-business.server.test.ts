import { expect, test } from "vitest";

import { readBusiness, readBusinessAtDesk } from "./read-business.server.ts";

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
const read = (fields: Record<string, string>, stateCode = "KA") => readBusiness(formOf(fields), stateCode);

test("a form without a business bills the reader", () => {
  expect(read({})).toEqual({ ok: true, fields: null });
  expect(read({ businessName: " ", gstin: "", purchaseOrder: "" })).toEqual({ ok: true, fields: null });
});

test("a GSTIN may be typed with spaces and small letters, and needs the name on the bill", () => {
  const typed = { businessName: " St. Anne’s School ", gstin: "29 aaats-1429b 1zs", purchaseOrder: "PO/2026/7" };
  const fields = { name: "St. Anne’s School", gstin: "29AAATS1429B1ZS", purchaseOrder: "PO/2026/7" };
  expect(read(typed)).toEqual({ ok: true, fields });
  expect(read({ ...typed, businessName: "" })).toEqual({
    ok: false,
    errors: { businessName: "Enter the name in which the GSTIN is registered." },
  });
  expect(read({ purchaseOrder: "7" })).toMatchObject({ ok: true, fields: { name: "", gstin: "" } });
});

test.each([
  ["29AAATS1429B1ZT", "KA", "The GSTIN is not a valid GSTIN: its check character does not match"],
  ["29AAATS1429", "KA", "The GSTIN must be a GSTIN of 15 characters"],
  ["9".repeat(500), "KA", "A GSTIN has 15 characters."],
  ["29AAATS1429B1ZS", "MH", "This GSTIN is of Karnataka, and the books go to Maharashtra."],
])("the GSTIN %s is refused for books to %s", (gstin, stateCode, error) => {
  const answer = read({ businessName: "St. Anne’s School", gstin }, stateCode);
  expect(answer).toMatchObject({ ok: false, errors: { gstin: expect.stringContaining(error) } });
});

test("staff may enter a GSTIN of another state with the buyer's own address; the cart takes none", () => {
  const given = { businessName: "St. Anne’s Trust", gstin: "27AABCS1429B1ZU", purchaseOrder: "" };
  const businessAddress = "5 Mahatma Gandhi Road, Pune 411001";
  const atDesk = (fields: Record<string, string>) => readBusinessAtDesk(formOf(fields), "KA");
  expect(atDesk({ ...given, businessAddress })).toEqual({
    ok: true,
    fields: { name: given.businessName, gstin: given.gstin, purchaseOrder: "", address: businessAddress },
  });
  expect(atDesk(given)).toMatchObject({
    ok: false,
    errors: { gstin: expect.stringContaining("address of the business") },
  });
  expect(atDesk({ businessName: "St. Anne’s Trust", businessAddress })).toMatchObject({
    ok: false,
    errors: { businessAddress: expect.stringContaining("GSTIN of this address") },
  });
  expect(read({ ...given, businessAddress })).toMatchObject({
    ok: false,
    errors: { gstin: expect.stringContaining("ask us for a quotation") },
  });
});
