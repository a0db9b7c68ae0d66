/** What a till does: finds scanned books, takes payments, and sends sales. */
import { useEffect, useReducer, useRef, useState } from "react";

import { isoDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { readRupees } from "#shop/kernel/money/read-rupees.ts";
import { shorten } from "#shop/kernel/text/clean-text.ts";
import type { CounterPayment, CounterSale, ShortAs, ShortBook } from "#shop/sales/counter/counter-sale.ts";
import { discountPercent } from "#shop/sales/counter/price-sale.ts";
import type { TillBook } from "#shop/sales/counter/till-book.ts";
import type { Seller } from "#shop/sales/documents/document.ts";
import { keepOpenSale, readOpenSale } from "./kept-sales.ts";
import {
  changeSale,
  describeFew,
  emptySale,
  linesToSell,
  nameBuyer,
  priceOpenSale,
  type SaleChange,
} from "./open-sale.ts";
import { parseDiscount, parseTyped } from "./parse-typed.ts";
import { provisionalReceipt, receiptOfBill, type ReceiptData } from "#desk/pages/counter/receipt-data.ts";
import { sendKeptSale } from "./sale-sender.ts";
import { useBuyer, type BuyerMode } from "./use-buyer.ts";
import { useFindBooks } from "./finding/use-find-books.ts";
import { useHeldSales } from "./use-held-sales.ts";
import { useTypedBook, type TypedBookMode } from "./finding/use-typed-book.ts";
import { useWaitingSales } from "./use-waiting-sales.ts";

/** What the next text in the field of the till is. */
export type TillMode = "scan" | "line-discount" | "discount" | BuyerMode | TypedBookMode | "cash" | "upi" | "card";

export interface TillTerms {
  till: string;
  seller: Seller;
  /** The largest discount in per cent that this person may give; null for no limit. */
  mostPercent: number | null;
}

interface Message {
  isWrong: boolean;
  text: string;
}

const nothingPaid: CounterPayment = { cashPaise: 0, upiPaise: 0, cardPaise: 0, givenPaise: 0, reference: "" };
const wrong = (text: string): Message => ({ isWrong: true, text });

/** The state of a till. It reads what the browser has kept, so it is used only there. */
export function useTill({ till, seller, mostPercent }: TillTerms) {
  const [sale, change] = useReducer(changeSale, till, readOpenSale);
  const [mode, setMode] = useState<TillMode>("scan");
  const [paid, setPaid] = useState(nothingPaid);
  const [message, setMessage] = useState<Message | null>(null);
  const [short, setShort] = useState<ShortBook[]>([]);
  const [receipt, setReceipt] = useState<ReceiptData | null>(null);
  const [isSending, setIsSending] = useState(false);
  const waiting = useWaitingSales(till);
  // Made when the first payment is tried, so that trying again sends the same sale.
  const saleId = useRef<string | null>(null);
  const { held, hold, takeUp } = useHeldSales(till, sale, (opened) => {
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

  async function complete(payment: CounterPayment) {
    saleId.current ??= crypto.randomUUID();
    const made: CounterSale = {
      id: saleId.current,
      madeAt: new Date().toISOString(),
      lines: linesToSell(sale),
      discount: sale.discount,
      name: sale.name,
      phone: sale.phone,
      business: sale.business,
      address: sale.address,
      payment,
      totalPaise: priced.totalPaise,
      short: sale.short,
      isOffline: false,
    };
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
    } else if (answer.kind === "sold") end(receiptOfBill(answer.sale.bill, answer.sale.payment));
    else if (answer.kind === "refused") leave("scan", wrong(answer.problem));
    else if (answer.kind === "short") {
      leave("scan");
      setShort(answer.books);
    } else {
      change({ kind: "prices", books: answer.books });
      setPaid(nothingPaid);
      leave(
        "scan",
        wrong(
          `The price of ${answer.books.map(({ title }) => `“${title}”`).join(", ")} is another one now. Look at the total.`,
        ),
      );
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
    switch (mode) {
      case "scan":
        return scan(text);
      case "line-discount":
      case "discount": {
        const discount = parseDiscount(text);
        if (discount === undefined) return refuse("Write a discount such as 10% or 50.");
        const made = changeSale(sale, { kind: mode, discount });
        const percent = discountPercent(priceOpenSale(made));
        if (mostPercent !== null && percent > mostPercent)
          return refuse(`This would be ${percent.toFixed(1)}% of the sale. You may give up to ${mostPercent}%.`);
        edit({ kind: mode, discount });
        leave("scan");
        return true;
      }
      case "buyer":
      case "business":
      case "address":
        return enterBuyer(mode, text);
      case "typed-title":
      case "typed-mrp":
      case "typed-kind":
        return typing.enterTyped(mode, text);
      case "cash":
        return takeCash(text);
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

  function pay(way: "cash" | "upi" | "card") {
    if (sale.lines.length === 0) return;
    if (looking > 0) setMessage(wrong("A book is still being looked up. Try again."));
    else if (priced.totalPaise < 100) setMessage(wrong("A sale is of at least ₹1."));
    else leave(way);
  }

  function cancel() {
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
    mode,
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
    hold,
    leave,
    pay,
    settleShort,
    takeUp,
  };
}

export type TillState = ReturnType<typeof useTill>;
