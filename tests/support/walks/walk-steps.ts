/** The steps of random walks through sales, from the purchase to the last refund. */
import fc from "fast-check";

/** How an order begins. All have copies of one book. */
export type OrderKind =
  | "online"
  | "on delivery"
  | "collected, paid online"
  | "collected, paid at the shop"
  | "by transfer"
  | "on credit"
  | "at the counter";

const kinds: readonly OrderKind[] = [
  "online",
  "on delivery",
  "collected, paid online",
  "collected, paid at the shop",
  "by transfer",
  "on credit",
  "at the counter",
];

/** What may be done to an order, in whatever state it is; the shop refuses what is not possible. */
const deeds = {
  pay: 6,
  confirm: 5,
  transfer: 4,
  "transfer a part": 3,
  expire: 2,
  cancel: 2,
  "cancel copies": 2,
  send: 6,
  "send copies": 2,
  deliver: 4,
  "undo the delivery": 1,
  "hand over": 5,
  remit: 4,
  "remit a part": 2,
  refund: 2,
  "refund all": 2,
  "parcel came back": 3,
  "parcel was lost": 1,
  "send again": 2,
  "end of a refunded parcel": 4,
  return: 3,
  "take back": 3,
  exchange: 3,
  "send refunds": 4,
  "pay refunds by hand": 4,
};
export type Deed = keyof typeof deeds;

/** A step: a purchase, or a deed. `order` counts from the first of the walk; `copies` and `isFit` mean what the deed needs. */
export type WalkStep =
  | { does: "buy"; kind: OrderKind; bookId: string; copies: number }
  | { does: Deed; order: number; copies: number; parcel: number; isFit: boolean };

/** Walks of these books: most steps go on with one of the last orders. */
export function walksOf(bookIds: readonly string[]): fc.Arbitrary<WalkStep[]> {
  const copies = fc.integer({ min: 1, max: 3 });
  const buy = fc.record({
    does: fc.constant("buy" as const),
    kind: fc.constantFrom(...kinds),
    bookId: fc.constantFrom(...bookIds),
    copies,
  });
  const deed = fc.oneof(
    ...Object.entries(deeds).map(([does, weight]) => ({ weight, arbitrary: fc.constant(does as Deed) })),
  );
  const act = fc.record({
    does: deed,
    order: fc.nat(3),
    copies,
    parcel: fc.integer({ min: 1, max: 2 }),
    isFit: fc.boolean(),
  });
  const step: fc.Arbitrary<WalkStep> = fc.oneof({ weight: 1, arbitrary: buy }, { weight: 5, arbitrary: act });
  return fc
    .tuple(buy, fc.array(step, { minLength: 10, maxLength: 40, size: "max" }))
    .map(([first, rest]) => [first, ...rest]);
}
