/** The carriers' side of booked parcels: once handed over, each is scanned on its way to the reader, or back. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import { nameCarrier, type CarrierId } from "#shop/sales/carriers/carrier.ts";
import { amountToCollect } from "#shop/sales/carriers/amount-to-collect.server.ts";
import type { StandInParcel } from "#stand-ins/carriers/parcels.ts";
import type { Carriers } from "./open-carriers.ts";
import type { Fate, ParcelClaims } from "#bench/chaos/ledgers/parcel-claims.ts";

type Scan = "picked up" | "moving" | "at the door" | "delivered" | "refused" | "coming back" | "came back" | "lost";

const codes: Record<Scan, number> = {
  "picked up": 42,
  moving: 18,
  "at the door": 17,
  delivered: 7,
  refused: 21,
  "coming back": 9,
  "came back": 10,
  lost: 12,
};
const statuses: Record<Scan, { type: string; status: string; code?: string }> = {
  "picked up": { type: "UD", status: "In Transit", code: "X-PPOM" },
  moving: { type: "UD", status: "In Transit" },
  "at the door": { type: "UD", status: "Dispatched" },
  delivered: { type: "DL", status: "Delivered" },
  refused: { type: "UD", status: "Pending", code: "EOD-6" },
  "coming back": { type: "RT", status: "In Transit" },
  "came back": { type: "DL", status: "RTO" },
  lost: { type: "UD", status: "Lost" },
};

const toTheDoor: Scan[] = ["picked up", "moving", "at the door"];
const back: Scan[] = ["coming back", "came back"];
const routes: Record<string, Scan[]> = {
  delivered: [...toTheDoor, "delivered"],
  "second try": [...toTheDoor, "refused", "at the door", "delivered"],
  "refused at the door": [...toTheDoor, "refused", ...back],
  lost: ["picked up", "moving", "lost"],
  "on its way": ["picked up", "moving"],
};
const weights = { delivered: 50, "second try": 15, "refused at the door": 20, lost: 5, "on its way": 10 };
const ends: Partial<Record<Scan, Fate>> = { delivered: "delivered", "came back": "came back", lost: "lost" };

interface Walk {
  carrier: CarrierId;
  awb: string;
  left: Scan[];
  last: Scan | null;
}

/** The parcels that carriers have. */
export interface CarriedParcels {
  /** Hands a booked parcel over to its carrier; a second time changes nothing. */
  handOver: (carrier: CarrierId, awb: string) => void;
  /** Scans some of the parcels. */
  scan: (random: SeededRandom) => Promise<void>;
}

/** The number of the order that a carrier has as `EP-…-P1`. */
export const orderOfReference = (reference: string): string => reference.replace(/-P\d+$/, "");

export function carryParcels(
  carriers: Carriers,
  db: Db,
  { parcels }: ParcelClaims,
  random: SeededRandom,
): CarriedParcels {
  const walks = new Map<string, Walk>();

  async function say({ carrier, awb }: Walk, scan: Scan) {
    if (carrier === "shiprocket") await carriers.shiprocket.scan(awb, codes[scan], scan);
    else await carriers.delhivery.scan(awb, statuses[scan]);
  }

  async function goOn(walk: Walk, random: SeededRandom) {
    const [next] = walk.left;
    const parcel = carriers[walk.carrier].book.find(({ awb }) => awb === walk.awb);
    if (!next || !parcel || parcel.isCancelled) return;
    // A delivery takes days, in which the shop reads the first scan, and the bookseller what the desk says about it.
    const isFinal = next === "at the door" || ends[next] !== undefined;
    if (isFinal && !(await isKnownAsSent(walk, parcel))) return;
    walk.left.shift();
    await say(walk, next);
    // An older scan arrives once more.
    if (walk.last && random.is(0.1)) {
      await say(walk, walk.last);
      await say(walk, next);
    }
    walk.last = next;
    const known = parcels.get(orderOfReference(parcel.reference));
    const fate = ends[next];
    if (known?.trackingNumber === walk.awb && fate) known.fate = fate;
  }

  /** Whether the shop knows that it was sent. If its order ended meanwhile, the bookseller calls the parcel back. */
  async function isKnownAsSent(walk: Walk, parcel: StandInParcel): Promise<boolean> {
    const orderNumber = orderOfReference(parcel.reference);
    const sent = await findSent(db, orderNumber);
    if (!sent) return false;
    if (sent.trackingNumber !== walk.awb) {
      if (sent.trackingNumber === null && sent.isToPack) return false;
      walk.left = walk.left.filter((scan) => back.includes(scan));
      if (walk.left.length === 0 && walk.last !== "came back") walk.left = [...back];
      return true;
    }
    if (parcels.has(orderNumber)) return true;
    if (!sent.hasNews) return false;
    const duePaise = await amountToCollect(db, sent.orderId);
    // The desk says that another sum is to be collected, so the bookseller calls the carrier.
    if (parcel.collects * 100 !== duePaise && sent.trouble !== "") parcel.collects = duePaise / 100;
    parcels.set(orderNumber, {
      carrier: nameCarrier(walk.carrier),
      orderNumber,
      trackingNumber: walk.awb,
      collectPaise: Math.round(parcel.collects * 100),
      fate: "on its way",
      isFit: random.is(0.7),
      remittedPaise: 0,
      isWaived: false,
    });
    return true;
  }

  return {
    handOver(carrier, awb) {
      if (!walks.has(awb)) walks.set(awb, { carrier, awb, left: [...routes[random.weigh(weights)]!], last: null });
    },
    async scan(random) {
      const under = [...walks.values()].filter(({ left }) => left.length > 0);
      const count = Math.ceil(under.length / 15);
      for (let at = 0; at < count; at += 1) await goOn(random.pick(under), random);
    },
  };
}

interface Sent {
  orderId: number;
  isToPack: boolean;
  /** Null if no parcel of the order was sent. */
  trackingNumber: string | null;
  /** Whether the shop has read a scan of it. */
  hasNews: boolean;
  /** What the desk says of the booking. */
  trouble: string;
}

async function findSent(db: Db, orderNumber: string): Promise<Sent | null> {
  const { rows } = await db.execute<Sent>(sql`
    select o.id::int as order_id, coalesce(o.fulfilment_state = 'to_pack', false) as is_to_pack, s.tracking_number, coalesce(b.trouble, '') as trouble,
      coalesce(b.news <> 'booked', false) as has_news
    from orders o left join shipments s on s.order_id = o.id
      left join parcel_bookings b on b.order_id = o.id and b.tracking_number = s.tracking_number and b.tracking_number <> ''
    where o.number = ${orderNumber} order by s.place desc limit 1`);
  return rows[0] ?? null;
}
