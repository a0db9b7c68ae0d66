import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { actor, command, record, UsageError } from "./command.ts";

export const stockReceive = command({
  name: "stock receive",
  positionals: "BOOK COPIES",
  description: "Puts copies on the shelf; readers who wait for the book get an e-mail.",
  options: {},
  example: "godan 20",
  async run(context) {
    const [bookId, copies] = context.positionals;
    const quantity = Number(copies);
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > 100_000) {
      throw new UsageError("COPIES is a whole number from 1 to 100000, such as: stock receive godan 20");
    }
    const onHand = await record(
      context,
      ({ db }) => receiveCopies(db, bookId, quantity, { program: actor }),
      (onHand) =>
        onHand === null
          ? null
          : {
              action: "stock.receive",
              words: `Put ${counted(quantity, "copy", "copies")} of ${bookId} on the shelf.`,
              subject: `book ${bookId}`,
              before: { copies: onHand - quantity },
              after: { copies: onHand },
              changes: [
                { kind: "copies", key: bookId, before: { copies: onHand - quantity }, after: { copies: onHand } },
              ],
            },
    );
    if (onHand === null)
      throw new UsageError(`There is no book ${bookId}. A book's id is the last part of its address in the shop.`);
    return { data: { bookId, received: quantity, onHand }, lines: [`${bookId}: ${onHand} copies on hand.`] };
  },
});
