import { expect, test, vi } from "vitest";

import { sendCode } from "#shop/sales/orders/codes/send-code.server.ts";
import { openTerms, orderOnDelivery } from "#tests/support/sales/order-on-delivery.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openOutsideMessenger } from "#tests/support/shop/outside-messenger.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { examineCodes } from "./examine-codes.ts";

vi.spyOn(console, "warn").mockImplementation(() => {});
const { whatsapp, messenger } = await openOutsideMessenger();
const { db, services } = await openTestServices({ onDelivery: openTerms });
await setStock(db, "godan", 10);

test("codes that are offered and cannot be sent are found, and others are not spoken of", async () => {
  expect(await examineCodes(services)).toEqual([]);
  services.settings.confirmationCodes = { by: "whatsapp", mostPerDay: 100 };
  expect(await examineCodes(services)).toMatchObject([{ state: "look", words: expect.stringContaining("no account") }]);
  services.messengers.push(messenger);
  expect(await examineCodes(services)).toMatchObject([{ state: "well" }]);
  whatsapp.setFault("expiredToken", true);
  const number = await orderOnDelivery(services, "refused", { godan: 1 }, "placed");
  expect(await sendCode(services, number, { by: "link", network: null })).toEqual({ ok: false, reason: "account" });
  expect(await examineCodes(services)).toMatchObject([
    { state: "look", words: expect.stringContaining("Session has expired (190)") },
  ]);
  const other = await orderOnDelivery(services, "accepted", { godan: 1 }, "placed");
  await sendCode(services, other, { by: "link", network: null });
  expect(await examineCodes(services)).toMatchObject([{ state: "well" }]);
});
