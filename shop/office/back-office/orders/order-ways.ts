/** How the books of an order get to their reader, with the words of the desk. */
export const orderWays = {
  parcel: "By parcel",
  collection: "Collected at the shop",
  counter: "Sold at the counter",
};

export type OrderWay = keyof typeof orderWays;
