import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import { countUp } from "#proving-ground/reports/counts.ts";
import { carrierIds, type CarrierId } from "#shop/sales/carriers/carrier.ts";
import { requiredValue } from "#shop/kernel/text/required-value.ts";
import type { Carriers } from "./open-carriers.ts";

type Make = (random: SeededRandom) => Record<string, unknown>;

const booking = { shiprocket: "/orders/create/adhoc", delhivery: "/api/cmu/create.json" };
const refusable = {
  shiprocket: ["/courier/assign/awb", "/courier/generate/label", "/courier/generate/pickup"],
  delhivery: ["/api/cmu/create.json", "/api/p/packing_slip"],
};
const numbers = { shiprocket: "/courier/assign/awb", delhivery: "/api/cmu/create.json" };
const tracking = { shiprocket: "/courier/track", delhivery: "/api/v1/packages" };

/** The faults of a carrier, each with its weight. */
function faultsOf(id: CarrierId): Record<string, [weight: number, make: Make]> {
  const anywhere = (random: SeededRandom) => random.pick([booking[id], booking[id], tracking[id], "/"]);
  return {
    lostAnswer: [4, (random) => ({ path: random.pick([booking[id], numbers[id], anywhere(random)]) })],
    // Some answers are later than the shop's timeout of ten seconds.
    lateAnswer: [1, (random) => ({ path: anywhere(random), milliseconds: random.is(0.2) ? 10_500 : 1_500 })],
    lateBooking: [2, (random) => ({ path: booking[id], milliseconds: random.between(200, 3_000) })],
    neverBooked: [2, () => ({ path: booking[id] })],
    cutJson: [2, (random) => ({ path: anywhere(random) })],
    busy: [1, (random) => ({ path: anywhere(random) })],
    serverError: [2, (random) => ({ path: anywhere(random) })],
    errorUnder200: [2, (random) => ({ path: random.pick(refusable[id]) })],
    repeatMakesSecond: [2, () => ({})],
    partiallySaved: [id === "delhivery" ? 2 : 0, () => ({})],
    expiredToken: [id === "shiprocket" ? 1 : 0, () => ({})],
    lostScan: [4, (random) => ({ times: 1 + random.below(3) })],
    doubleScan: [3, () => ({})],
  };
}

/** Turns a fault of one carrier on. */
export function injectAtCarriers(carriers: Carriers, counts: Map<string, number>, random: SeededRandom): void {
  const id = random.pick(carrierIds);
  const faults = new Map(Object.entries(faultsOf(id)));
  const name = random.weigh(Object.fromEntries([...faults].map(([fault, [weight]]) => [fault, weight])));
  const [, make] = requiredValue(faults, name);
  carriers[id].setFault(name, make(random));
  countUp(counts, name);
}

/** Turns all faults off. */
export function clearCarrierFaults(carriers: Carriers): void {
  for (const id of carrierIds) for (const name of Object.keys(faultsOf(id))) carriers[id].setFault(name, null);
}
