/**
 * Opens the stand-ins of Shiprocket and Delhivery. Their webhooks reach the shop late, out of order and sometimes again,
 * next to forged ones.
 */
import { setTimeout as pause } from "node:timers/promises";

import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import { countUp } from "#proving-ground/reports/counts.ts";
import { openCarrierStandIns } from "#server/stand-ins/carrier-stand-ins.ts";
import { carrierIds, type CarrierId } from "#shop/sales/carriers/carrier.ts";
import { webhookAddress } from "#shop/sales/carriers/webhook-address.server.ts";
import { openServer } from "#stand-in-kit/open-server.ts";

/** Both carriers. */
export interface Carriers extends Omit<ReturnType<typeof openCarrierStandIns>, "settings"> {
  /** The settings of a shop that uses them. */
  settings: Record<string, string>;
  /** The number of webhooks by what happened to them. */
  webhooks: Map<string, number>;
  /** Passes webhooks on to the shop from now on. `pickShop` returns the process that gets the next one. */
  reportTo: (shop: { linkKey: string; pickShop: () => string }) => void;
  /** Waits until no webhook is under way. */
  quiet: () => Promise<void>;
  close: () => Promise<void>;
}

/** Opens both carriers on one free port. */
export async function openCarriers(random: SeededRandom): Promise<Carriers> {
  let shop: { linkKey: string; pickShop: () => string } | null = null;
  const webhooks = new Map<string, number>();
  const underWay = new Set<Promise<unknown>>();
  const server = await openServer(async (request) => {
    const { pathname } = new URL(request.url);
    const id = carrierIds.find((carrier) => pathname.startsWith(`/${carrier}/`));
    if (id) return standIns[id].fetch(request);
    const reporting = carrierIds.find((carrier) => pathname === `/webhooks/${carrier}`);
    if (reporting) pass(reporting, await request.text());
    return new Response(null, { status: reporting ? 200 : 404 });
  });
  const standIns = openCarrierStandIns(server.origin, {
    shiprocket: `${server.origin}/webhooks/shiprocket`,
    delhivery: `${server.origin}/webhooks/delhivery`,
  });

  function pass(carrier: CarrierId, body: string) {
    send("scans reported", carrier, body, random.between(0, 2_000));
    if (random.is(0.1)) send("reported again much later", carrier, body, random.between(3_000, 10_000));
    if (random.is(0.1)) send("forged, without the secret", carrier, body, 0, "another key");
    if (random.is(0.1)) send("forged, says delivered", carrier, forge(carrier, body), 0);
    if (random.is(0.05)) send("forged, of an unknown parcel", carrier, forge(carrier, "FORGED00001"), 0);
    if (random.is(0.03)) send("not JSON", carrier, "<scan/>", 0);
  }

  function send(kind: string, carrier: CarrierId, body: string, lateMs: number, key?: string) {
    countUp(webhooks, kind);
    const sending = (async () => {
      await pause(lateMs);
      if (!shop) return;
      const url = webhookAddress(shop.pickShop(), key ?? shop.linkKey, carrier);
      // A carrier does not repeat a webhook that was not received.
      await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => {});
    })();
    underWay.add(sending);
    void sending.then(() => underWay.delete(sending));
  }

  return {
    ...standIns,
    webhooks,
    reportTo: (opened) => void (shop = opened),
    quiet: async () => void (await Promise.all(underWay)),
    close: server.close,
  };
}

/** A webhook that says that the parcel in `body` was delivered. */
function forge(carrier: CarrierId, body: string): string {
  const awb = /"(?:awb|AWB)":"(\w+)"/.exec(body)?.[1] ?? body;
  return JSON.stringify(
    carrier === "shiprocket"
      ? { awb, current_status: "Delivered", shipment_status_id: 7 }
      : { Shipment: { AWB: awb, Status: { Status: "Delivered", StatusType: "DL" } } },
  );
}
