/** Whose copies a supplier's are until they are sold, as the desk names it. */
export const bases = {
  firm: "Firm sale",
  "sale-or-return": "Sale or return",
  consignment: "Consignment",
} as const;

export type Basis = keyof typeof bases;

/** The terms of a supplier. */
export interface Terms {
  /** Off the MRP, in hundredths of a per cent. */
  discount: number;
  /** Days from the bill to its payment. */
  creditDays: number;
  basis: Basis;
  /** Days from their arrival in which copies may go back; null for no limit. Without meaning for a firm sale. */
  returnDays: number | null;
}

/** Formats a discount, such as `37.5%`. */
export function formatDiscount(discount: number): string {
  return `${discount / 100}%`;
}

/** The cost of a copy, rounded half up to the paisa. */
export function costAt(mrpPaise: number, discount: number): number {
  return Math.round((mrpPaise * (10_000 - discount)) / 10_000);
}

/** Describes terms, such as `40% off, sale or return within 90 days, paid in 60 days`. */
export function describeTerms({ discount, creditDays, basis, returnDays }: Terms): string {
  const returns = basis === "firm" || returnDays === null ? "" : ` within ${returnDays} days`;
  return [
    discount > 0 && `${formatDiscount(discount)} off the MRP`,
    `${bases[basis].toLowerCase()}${returns}`,
    creditDays > 0 && `paid in ${creditDays} days`,
  ]
    .filter(Boolean)
    .join(", ");
}
