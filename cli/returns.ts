import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { whyOnOrder } from "#shop/sales/orders/why-on-order.ts";
import {
  acceptReturn,
  receiveReturn,
  refuseReturn,
  type AnsweredReturn,
} from "#shop/sales/returns/answer-return.server.ts";
import { listReturns } from "#shop/office/back-office/list-returns.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { returnReasonLabels, type ReturnState } from "#shop/sales/orders/return-labels.ts";
import { command, formatTable, record, UsageError } from "./command.ts";

const stateLabels: Record<ReturnState, string> = {
  asked: "waits for your answer",
  accepted: "waits for the book",
  refused: "refused",
  kept: "money back, book kept",
  received: "received",
};

export const returnsList = command({
  name: "returns list",
  positionals: "",
  description:
    "Lists books that readers want to send back: those that wait for your answer or are on their way, oldest first.",
  options: { over: { type: "boolean", description: "the finished ones instead, newest first, at most 50" } },
  async run({ services, options }) {
    const returns = await listReturns(services.db, options.over === true ? "over" : "open");
    const rows = returns.map((orderReturn) => [
      String(orderReturn.id),
      orderReturn.orderNumber,
      shortMoment(orderReturn.askedAt),
      `${orderReturn.quantity} x ${orderReturn.title}`,
      returnReasonLabels[orderReturn.reason],
      stateLabels[orderReturn.state],
    ]);
    const lines = formatTable(["Return", "Order", "Asked", "Books", "Why", "State"], rows);
    // The first line is the headings.
    const told = lines.flatMap((line, place) => {
      const words = returns[place - 1]?.words.replace(/\s+/g, " ");
      return words ? [line, `        "${words}"`] : [line];
    });
    return { data: returns, lines: returns.length ? told : ["No returns."] };
  },
});

export const returnsAccept = command({
  name: "returns accept",
  positionals: "RETURN",
  description: "Accepts a return and writes to the reader where to send the book; the refund follows when it arrives.",
  options: {
    keep: { type: "boolean", description: "the reader keeps the book, and is refunded at once" },
    say: { type: "string", value: "WORDS", description: "a message to the reader" },
  },
  async run(context) {
    const id = returnId(context);
    const isKept = context.options.keep === true;
    const { orderNumber, refundPaise } = done(
      id,
      await record(
        context,
        (services) => acceptReturn(services, id, { isKept, answer: said(context) }),
        entry(
          "accept",
          (book) => `Accepted the return of ${book}${isKept ? "; the reader keeps the book" : ""}.`,
          said(context),
        ),
      ),
    );
    const money = refundPaise > 0 ? `${formatPaise(refundPaise)} is refunded` : "nothing is left to refund";
    const next = isKept
      ? `The reader keeps the book, ${money}.`
      : `When the book is here: npm run shop -- returns receive ${id}`;
    return {
      data: { id, orderNumber, isKept, refundPaise },
      lines: [`Return ${id} of ${orderNumber} is accepted; the reader gets an e-mail. ${next}`],
    };
  },
});

export const returnsRefuse = command({
  name: "returns refuse",
  positionals: "RETURN",
  description: "Refuses a return and writes to the reader why.",
  options: { say: { type: "string", value: "WORDS", description: "the reason, for the reader to read" } },
  async run(context) {
    const id = returnId(context);
    const answer = said(context);
    if (answer === "") throw new UsageError("Give the reason for the reader to read: --say WORDS.");
    const { orderNumber } = done(
      id,
      await record(
        context,
        (services) => refuseReturn(services, id, answer),
        entry("refuse", (book) => `Refused the return of ${book}.`, answer),
      ),
    );
    return {
      data: { id, orderNumber },
      lines: [`Return ${id} of ${orderNumber} is refused; the reader gets an e-mail.`],
    };
  },
});

export const returnsReceive = command({
  name: "returns receive",
  positionals: "RETURN",
  description: "Records that a returned book has arrived: refunds the reader, and puts the book on the shelf.",
  options: { unfit: { type: "boolean", description: "it cannot be sold again and stays off the shelf" } },
  async run(context) {
    const id = returnId(context);
    const isFit = context.options.unfit !== true;
    const words = (book: string) => `${book} came back and ${isFit ? "is in stock again" : "cannot be sold again"}.`;
    const { orderNumber, refundPaise } = done(
      id,
      await record(context, (services) => receiveReturn(services, id, { isFit }), entry("receive", words)),
    );
    const money =
      refundPaise > 0 ? `${formatPaise(refundPaise)} is refunded to the reader.` : "Nothing was left to refund.";
    const shelf = isFit ? "The book is on the shelf again." : "The book stays off the shelf.";
    return {
      data: { id, orderNumber, isFit, refundPaise },
      lines: [`Return ${id} of ${orderNumber} has arrived. ${money} ${shelf}`],
    };
  },
});

/** What the record says of an answered return. */
function entry(act: string, words: (book: string) => string, why = "") {
  return (answered: AnsweredReturn) =>
    answered.ok
      ? {
          action: `orders.${act}-return`,
          words: words(`“${answered.title}” of order ${answered.orderNumber}`),
          subject: `order ${answered.orderNumber}`,
          after: { refundPaise: answered.refundPaise },
          why: whyOnOrder(why),
        }
      : null;
}

function returnId({ positionals: [word] }: { positionals: [string] }): number {
  if (!/^[1-9]\d{0,14}$/.test(word)) throw new UsageError(`"${word}" is not the number of a return.`);
  return Number(word);
}

function said({ options }: { options: { say: string | undefined } }): string {
  const words = (options.say ?? "").trim();
  if (words.length > 1000) throw new UsageError("--say takes at most 1000 characters.");
  return words;
}

function done(id: number, answered: AnsweredReturn): Extract<AnsweredReturn, { ok: true }> {
  if (answered.ok) return answered;
  if (answered.reason === "no-such-return") throw new UsageError(`There is no return ${id}.`);
  if (answered.reason === "waits-for-owner")
    throw new UsageError(`The refund of return ${id} waits for an owner, who approves or declines it at the desk.`);
  throw new UsageError(`The state of return ${id} does not allow this: ${stateLabels[answered.state]}.`);
}
