import { expect, test } from "vitest";

import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { resendParcel } from "#shop/sales/returns/failed-parcels.server.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { planTracked } from "./send-tracked.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
await setStock(db, "godan", 20);
const parcelOf = (trackingNumber: string) => ({ carrier: "India Post", trackingNumber, trackingUrl: "" });

test.each(["came-back", "lost"] as const)(
  "a carrier's file corrects the parcel sent after one that was %s",
  async (trouble) => {
    const { number } = await paidOrder(testServices, trouble, { godan: 1 });
    expect(await shipOrder(services, number, parcelOf("FIRST"), "Asha")).toMatchObject({ ok: true });
    const again = {
      number,
      trouble,
      isFit: trouble === "came-back",
      parcel: parcelOf("SECOND"),
      actor: "Asha",
    } as const;
    expect(await resendParcel(services, again)).toMatchObject({ ok: true, place: 2 });
    const row = { line: 1, typed: number, number, carrier: "India Post", trackingNumber: "THIRD" };
    expect(await planTracked(db, [row])).toMatchObject([
      { problem: null, was: { place: 2, trackingNumber: "SECOND" }, trackingNumber: "THIRD" },
    ]);
  },
);
