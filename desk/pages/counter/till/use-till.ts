/** What a till does: finds scanned books, takes payments, and sends sales. */
import { useEffect, useReducer, useRef, useState } from "react";

import { isoDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import { shorten } from "#shop/kernel/text/clean-text.ts";
import type { CounterPayment, CounterSale, ShortAs, ShortBook } from "#shop/sales/counter/counter-sale.ts";
import { discountPercent } from "#shop/sales/counter/price-sale.ts";
import type { TillBook } from "#shop/sales/counter/till-book.ts";
import type { TillAnswer } from "#desk/pages/counter/actions.server.ts";
import { useCode, type PaymentWay } from "#desk/pages/counter/qr/use-code.ts";
import { keepOpenSale, readOpenSale } from "./kept-sales.ts";
import {
  changeSale,
  describeChangedPrices,
  describeFew,
  emptySale,
  nameBuyer,
  priceOpenSale,
  saleToSend,
  type SaleChange,
} from "./open-sale.ts";
import { parseDiscount, parseTyped } from "./parse-typed.ts";
import { provisionalReceipt, receiptOfBill, type ReceiptData } from "#desk/pages/counter/receipt-data.ts";
import { sendKeptSale } from "./sale-sender.ts";
import type { TillMode, TillTerms } from "./till-terms.ts";
import { useBuyer } from "./use-buyer.ts";
import { useFindBooks } from "./finding/use-find-books.ts";
import { useHeldSales } from "./use-held-sales.ts";
import { useTypedBook } from "./finding/use-typed-book.ts";
import { useWaitingSales } from "./use-waiting-sales.ts";

interface Message {
  isWrong: boolean;
  text: string;
}

const nothingPaid: CounterPayment = { cashPaise: 0, upiPaise: 0, cardPaise: 0, givenPaise: 0, reference: "" };
const ignore = () => {};
const wrong = (text: string): Message => ({ isWrong: true, text });

/** The state of a till. It reads what the browser has kept, so it is used only there. */
export function useTill({ till, seller, mostPercent, hasCodes }: TillTerms) {
  const [sale, change] = useReducer(changeSale, till, readOpenSale);
  const [mode, setMode] = useState<TillMode>("scan");
  const [paid, setPaid] = useState(nothingPaid);
  const [message, setMessage] = useState<Message | null>(null);
  const [short, setShort] = useState<ShortBook[]>([]);
  const [receipt, setReceipt] = useState<ReceiptData | null>(null);
  const [isSending, setIsSending] = useState(false);
  const waiting = useWaitingSales(till);
  const code = useCode(till, {
    onAnswer: takeAnswer,
    onUnpaid: (way, warning) => leave(way, warning === null ? null : wrong(warning)),
  });
  // The code of a page that was loaded again is still waited for.
  const isWaiting = code.open !== null;
  // Made when the first payment is tried, so that trying again sends the same sale, and one that its code has paid is found.
  const saleId = useRef(code.open?.sale.id ?? null);
  const { held, hold, takeUp } = useHeldSales(till, sale, (opened) => {
    saleId.current = null;
    edit({ kind: "open", sale: opened });
    leave("scan");
  });
  const { found, clearFound, looking, lookUp } = useFindBooks({
    add,
    miss(text, copies, why) {
      const code = text.replaceAll(/[\s-]/g, "");
      const line = sale.lines.find(({ typed }) => typed?.code === code);
      if (line) return add(line, copies);
      // A code stays noted, so that its book is not given away; words may be mistyped.
      if (/^\d{6,20}X?$/i.test(code)) typing.noteUnknown(code, copies);
      setMessage(wrong(`“${shorten(text, 40)}” ${why}. F3 sells it by hand.`));
    },
    say: (text, isWrong) => setMessage({ isWrong, text }),
  });
  const { gstin, enterBuyer } = useBuyer({ edit, leave, refuse });
  const typing = useTypedBook({
    add(book, copies) {
      edit({ kind: "add", book, copies });
      leave("scan");
    },
    leave,
    refuse,
  });
  const priced = priceOpenSale(sale);
  const duePaise = priced.totalPaise - paid.cashPaise;

  useEffect(() => keepOpenSale(till, sale), [till, sale]);

  function leave(next: TillMode, text: Message | null = null) {
    setMode(next);
    clearFound();
    setMessage(text);
  }

  /** Changes the sale; what was paid of it is asked for again. */
  function edit(made: SaleChange) {
    if (isWaiting) return setMessage(wrong("Cancel the QR code first, to change the sale."));
    setReceipt(null);
    setPaid(nothingPaid);
    setShort([]);
    change(made);
  }

  function add(book: TillBook, copies = 1) {
    edit({ kind: "add", book, copies });
    // The mode stays: the shop may answer while the buyer's number is typed.
    clearFound();
    setMessage(null);
    const inSale = sale.lines.find(({ bookId }) => bookId === book.bookId)?.copies ?? 0;
    if (inSale + copies > book.free) setMessage(wrong(describeFew(book, inSale + copies)));
  }

  /** The open sale with its payment. */
  function makeSale(payment: CounterPayment): CounterSale {
    saleId.current ??= crypto.randomUUID();
    return saleToSend(sale, { id: saleId.current, payment, totalPaise: priced.totalPaise });
  }

  async function complete(payment: CounterPayment) {
    const made = makeSale(payment);
    const titles = sale.lines.map(({ title }) => title);
    setIsSending(true);
    keepOpenSale(till, emptySale);
    const answer = await sendKeptSale(till, made, titles);
    setIsSending(false);
    if (typeof answer === "object" && answer.kind !== "sold") keepOpenSale(till, sale);
    if (answer === "offline" || answer === "signed-out") {
      waiting.keep({ sale: { ...made, isOffline: true }, titles, problem: null }, answer);
      const facts = { day: isoDay(new Date()), seller, payment, buyer: nameBuyer(sale) };
      end(provisionalReceipt(priced, titles, facts));
    } else takeAnswer(answer, payment);
  }

  function takeAnswer(answer: TillAnswer, payment: CounterPayment | null = null) {
    if (answer.kind === "sold") {
      const { bill, payment: recorded } = answer.sale;
      end(receiptOfBill(bill, recorded));
      if (payment && recorded.upiPaise > payment.upiPaise)
        setMessage(wrong("This sale was paid by its QR code already. Give the other payment back."));
    } else if (answer.kind === "refused") leave("scan", wrong(answer.problem));
    else if (answer.kind === "short") {
      leave("scan");
      setShort(answer.books);
    } else {
      change({ kind: "prices", books: answer.books });
      setPaid(nothingPaid);
      leave("scan", wrong(describeChangedPrices(answer.books)));
    }
  }

  function end(made: ReceiptData) {
    saleId.current = null;
    change({ kind: "open", sale: emptySale });
    setPaid(nothingPaid);
    setShort([]);
    setReceipt(made);
    typing.forgetUnknown();
    leave("scan");
  }

  /** Takes what was typed or scanned, in the present mode. Returns whether the field is to be emptied. */
  function enter(text: string): boolean {
    if (isSending) return false;
    const asked = isWaiting ? "code" : mode;
    switch (asked) {
      case "scan":
        return scan(text);
      case "line-discount":
      case "discount": {
        const discount = parseDiscount(text);
        if (discount === undefined) return refuse("Write a discount such as 10% or 50.");
        const made = changeSale(sale, { kind: asked, discount });
        const percent = discountPercent(priceOpenSale(made));
        if (mostPercent !== null && percent > mostPercent)
          return refuse(`This would be ${percent.toFixed(1)}% of the sale. You may give up to ${mostPercent}%.`);
        edit({ kind: asked, discount });
        leave("scan");
        return true;
      }
      case "buyer":
      case "business":
      case "address":
        return enterBuyer(asked, text);
      case "typed-title":
      case "typed-mrp":
      case "typed-kind":
        return typing.enterTyped(asked, text);
      case "cash":
        return takeCash(text);
      case "code":
        return refuse("The till waits for the payment. Cancel the QR code first, to go on.");
      case "upi":
        void complete({ ...paid, upiPaise: duePaise, reference: text.trim().slice(0, 60) });
        return true;
      case "card":
        void complete({ ...paid, cardPaise: duePaise, reference: text.trim().slice(0, 60) });
        return true;
    }
  }

  function refuse(text: string): false {
    setMessage(wrong(text));
    return false;
  }

  function scan(text: string): boolean {
    const typed = parseTyped(text);
    if (!typed) {
      if (sale.lines.length > 0) pay("cash");
      return true;
    }
    setMessage(null);
    clearFound();
    if (typed.kind === "copies") edit(typed);
    else void lookUp(typed.text, typed.copies);
    return true;
  }

  function takeCash(text: string): boolean {
    const given = text.trim() === "" ? duePaise : readRupees(text);
    if (given === null) return refuse("Write the cash in rupees, such as 500.");
    const cash = {
      ...paid,
      givenPaise: paid.givenPaise + given,
      cashPaise: paid.cashPaise + Math.min(given, duePaise),
    };
    if (given >= duePaise) void complete(cash);
    else {
      setPaid(cash);
      leave("cash", { isWrong: false, text: `${formatPaise(duePaise - given)} is left: take more cash, UPI or card.` });
    }
    return true;
  }

  function pay(way: PaymentWay) {
    if (sale.lines.length === 0) return;
    if (looking > 0) setMessage(wrong("A book is still being looked up. Try again."));
    else if (priced.totalPaise < 100) setMessage(wrong("A sale is of at least ₹1."));
    else if (isWaiting) void code.cancel(way);
    // A code is for a whole sale.
    else if (way === "upi" && hasCodes && paid.cashPaise === 0) {
      leave("code");
      void code.show(makeSale({ ...nothingPaid, upiPaise: priced.totalPaise }));
    } else leave(way);
  }

  function cancel() {
    if (isWaiting) return void code.cancel();
    setPaid(nothingPaid);
    leave("scan");
  }

  function settleShort(bookId: string, as: ShortAs | "off") {
    change(as === "off" ? { kind: "take-off", bookId } : { kind: "short", bookId, as });
    if (short.length === 1) setMessage({ isWrong: false, text: "Now take the payment again." });
    setShort((books) => books.filter((book) => book.bookId !== bookId));
  }

  return {
    sale,
    priced,
    held,
    code,
    mode: isWaiting ? ("code" as const) : mode,
    paid,
    duePaise,
    found,
    looking,
    message,
    short,
    gstin,
    typing,
    receipt,
    isSending,
    waiting,
    add,
    cancel,
    edit,
    enter,
    hold: isWaiting ? ignore : hold,
    leave,
    pay,
    settleShort,
    takeUp: isWaiting ? ignore : takeUp,
  };
}

export type TillState = ReturnType<typeof useTill>;
