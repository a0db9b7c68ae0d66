import { receiveCopies } from "#shop/stock/stock.server.ts";
import { UsageError, type Command } from "./command.ts";

export const stockReceive: Command = {
  name: "stock receive",
  positionals: "BOOK COPIES",
  description: "Puts copies on the shelf; readers who wait for the book get a letter.",
  options: {},
  example: "godan 20",
  async run({ services, positionals }) {
    const [bookId, copies] = positionals as [string, string];
    const quantity = Number(copies);
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > 100_000) {
      throw new UsageError("COPIES is a whole number from 1 to 100000, such as: stock receive godan 20");
    }
    const onHand = await receiveCopies(services.db, bookId, quantity);
    if (onHand === null)
      throw new UsageError(`There is no book ${bookId}. A book's id is the last part of its address in the shop.`);
    return { data: { bookId, received: quantity, onHand }, lines: [`${bookId}: ${onHand} copies on hand.`] };
  },
};
