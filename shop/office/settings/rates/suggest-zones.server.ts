import { deliveryRegions } from "#shop/kernel/regions/delivery-regions.ts";
import { indianStates, pinFitsState, stateOfPin } from "#shop/kernel/regions/indian-states.ts";
import { findTown } from "#shop/kernel/regions/town-of-pin.server.ts";
import type { RatesDraft, ZoneDraft } from "./rates-draft.ts";

/**
 * A table to begin with: zones as carriers draw them around the shop, by the PIN code in its address, and usual weights.
 * The bookseller types the prices.
 */
export function suggestRates(
  seller: { addressLines: string[]; stateCode: string },
  /** The sum from which delivery is free now, as it is typed. */
  freeFrom: string,
): RatesDraft {
  const pin = /\b[1-9]\d{2} ?\d{3}\b/.exec(seller.addressLines.join(" "))?.[0].replace(" ", "") ?? null;
  const district = pin?.slice(0, 3);
  const state = indianStates.find(({ code }) => code === ((pin && stateOfPin(pin)) ?? seller.stateCode));
  const ofState = (state ? districtsOf(state.code) : []).filter((start) => start !== district);
  const far = deliveryRegions.find(({ id }) => id === "far")?.pinPrefixes ?? [];
  const zone = (name: string, pins: string[]): ZoneDraft[] =>
    pins.length > 0 ? [{ name, pins: pins.join(" "), prices: [], stepPrice: "", freeFrom }] : [];
  return {
    weights: ["500", "1000", "2000"],
    step: "1000",
    zones: [
      ...zone((pin && findTown(pin)) ?? "Near the shop", district ? [district] : []),
      ...zone(state?.name ?? "", ofState),
      ...zone(
        "North-East, far north and islands",
        far.filter((start) => start !== district && !ofState.includes(start)),
      ),
      { name: "Rest of India", pins: "", prices: [], stepPrice: "", freeFrom },
    ],
  };
}

/** The first digits of a state's PIN codes, without those of districts that belong to another state only. */
function districtsOf(code: string): string[] {
  const isOfState = (start: string) => {
    const only = stateOfPin(start.padEnd(6, "0"));
    return pinFitsState(start, code) && !start.startsWith("9") && (only === null || only === code);
  };
  return Array.from({ length: 90 }, (_, place) => String(place + 10)).flatMap((circle) => {
    const districts = Array.from({ length: 10 }, (_, digit) => `${circle}${digit}`).filter(isOfState);
    return districts.length === 10 ? [circle] : districts;
  });
}
