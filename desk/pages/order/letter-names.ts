/** Names of the letters about an order, by kind. */
export const letterNames: Record<string, string> = {
  "quotation-accepted": "Order by quotation, to be paid",
  "order-to-confirm": "Please confirm your order",
  "order-not-confirmed": "The order was not confirmed",
  "order-confirmed": "The order is confirmed",
  "order-paid": "The order is paid online",
  "order-ready": "The order can be collected",
  "order-shipped": "The parcel is on its way",
  "tracking-corrected": "The tracking number was corrected",
  "order-cancelled": "Books were cancelled",
  "order-refunded": "Money was refunded",
  "order-sold-out": "Sold out when the payment came",
  "return-asked": "A return was requested",
  "return-for-shop": "A return is waiting (to the shop)",
  "return-accepted": "The return is accepted",
  "return-refused": "The return is refused",
  "review-ask": "How was the book?",
};
