const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 2 });

/** Formats integer paise as `₹1,23,456.50`. */
export function formatPaise(paise: number): string {
  return rupees.format(paise / 100);
}

/** The saving against the MRP in whole percent, rounded down so that the shop never overstates it. */
export function savingPercent(mrpPaise: number, pricePaise: number): number {
  return Math.floor(((mrpPaise - pricePaise) * 100) / mrpPaise);
}

/** A percentage of an amount in paise, half a paisa rounded up. */
export function percentOf(paise: number, percent: number): number {
  return Math.floor((paise * percent + 50) / 100);
}
