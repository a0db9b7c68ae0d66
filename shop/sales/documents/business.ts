/** The business that an order is billed to, such as a school; an empty text for what it has not. */
export interface Business {
  /** As registered. */
  name: string;
  gstin: string;
  /** The number of the purchase order that the buyer has written. */
  purchaseOrder: string;
  /**
   * The address that the GSTIN is registered at, if the books go to another one; absent otherwise. Then the bill is to this
   * address, and its state is the place of supply (IGST Act, section 10(1)(b)).
   */
  address?: string;
}

/** The business as a sentence, such as `Billed to St. Anne’s School, GSTIN 29AAATS1429B1ZS. Purchase order PO/7.` */
export function describeBusiness({ name, gstin, purchaseOrder, address }: Business): string {
  const billed = [name, gstin && `GSTIN ${gstin}`, address].filter(Boolean).join(", ");
  return [billed && `Billed to ${billed}.`, purchaseOrder && `Purchase order ${purchaseOrder}.`]
    .filter(Boolean)
    .join(" ");
}
