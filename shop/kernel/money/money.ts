const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 2 });

/** Writes integer paise the one way the shop writes money: `₹1,23,456.50`. */
export function formatPaise(paise: number): string {
  return rupees.format(paise / 100);
}

/** Whole percent saved between an MRP and a price, rounded down so that the shop never boasts. */
export function savingPercent(mrpPaise: number, pricePaise: number): number {
  return Math.floor(((mrpPaise - pricePaise) * 100) / mrpPaise);
}

/** So many percent of paise, half a paisa rounded up. */
export function percentOf(paise: number, percent: number): number {
  return Math.floor((paise * percent + 50) / 100);
}
