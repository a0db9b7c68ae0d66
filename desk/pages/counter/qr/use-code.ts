/** The QR code of the payment provider that a till shows, until it is paid or cancelled. It survives a reload of the page. */
import { useEffect, useEffectEvent, useState } from "react";

import { storeOnDevice } from "#app/client/storage/denied-storage.ts";
import { deskHref } from "#desk/desk-routes.ts";
import type { CodeAnswer } from "./code-actions.server.ts";
import type { TillAnswer } from "#desk/pages/counter/actions.server.ts";
import { parseJson } from "#shop/kernel/text/parse-json.ts";
import type { CounterSale } from "#shop/sales/counter/counter-sale.ts";
import type { ShownCode } from "#shop/sales/payments/qr-codes.server.ts";

/** A way in which a till takes a payment. */
export type PaymentWay = "cash" | "upi" | "card";

/** A sale that is to be paid by a code. */
export interface OpenCode {
  sale: CounterSale;
  /** Null while there is none. */
  shown: { code: ShownCode; closesAt: string } | null;
}

/** Milliseconds between the questions whether a code is paid. */
const askEvery = 2500;
/** Milliseconds after which a till takes the shop for unreachable; the shop asks the provider meanwhile. */
const patience = 25_000;
const keyOf = (till: string) => `till ${till} code`;

function readOpenCode(till: string): OpenCode | null {
  const stored = parseJson(localStorage.getItem(keyOf(till)) ?? "null");
  return typeof stored === "object" && stored !== null && "sale" in stored && "shown" in stored
    ? (stored as OpenCode)
    : null;
}

async function send(till: string, fields: Record<string, string>, saleId?: string): Promise<CodeAnswer | "no-answer"> {
  try {
    const response = await fetch(deskHref("/counter/:till/code", { till, ...(saleId && { sale: saleId }) }), {
      method: "POST",
      body: new URLSearchParams({ ...fields, till }),
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(patience),
    });
    if (response.status === 429 || response.status >= 500) return "no-answer";
    return (await response.json()) as CodeAnswer;
  } catch {
    return "no-answer";
  }
}

const mayBePaid =
  "No answer: the QR code may still be paid. Look at the buyer’s phone before you take another payment.";
const noAnswer = "The shop did not answer: perhaps there is no connection.";

interface CodeEnds {
  /** Gets the recorded sale, or why it was not made. */
  onAnswer: (answer: TillAnswer) => void;
  /** Called when a code has ended unpaid, with the way to pay that the till goes on with, and a warning. */
  onUnpaid: (way: PaymentWay | "scan", warning: string | null) => void;
}

export function useCode(till: string, { onAnswer, onUnpaid }: CodeEnds) {
  const [open, setOpen] = useState(() => readOpenCode(till));
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  useEffect(() => {
    if (open) storeOnDevice(keyOf(till), JSON.stringify(open));
    else localStorage.removeItem(keyOf(till));
  }, [till, open]);

  function take(answer: CodeAnswer, sale: CounterSale) {
    if (answer.kind === "shown") setOpen({ sale, shown: { code: answer.code, closesAt: answer.closesAt } });
    else if (answer.kind === "waiting") setProblem(answer.isSilent ? "Razorpay does not answer at the moment." : null);
    else if (answer.kind === "no-code") setProblem(answer.problem);
    else {
      setOpen(null);
      if (answer.kind === "closed")
        onUnpaid("scan", "The QR code has ended and was not paid. Show another one, or take cash.");
      // The shop's own UPI code takes its place.
      else if (answer.kind === "not-offered") onUnpaid("upi", answer.problem);
      else onAnswer(answer);
    }
  }

  /** Shows a code for a sale; asking again for the same sale makes no second one. */
  async function show(sale: CounterSale) {
    setOpen((before) => ({ sale, shown: before?.shown ?? null }));
    setProblem(null);
    setIsAsking(true);
    const answer = await send(till, { intent: "counter.show-code", sale: JSON.stringify(sale) });
    setIsAsking(false);
    if (answer === "no-answer") setProblem(noAnswer);
    else take(answer, sale);
  }

  /** Cancels the code, and goes on to another way of payment unless it was paid at this moment. */
  async function cancel(way: PaymentWay | "scan" = "scan") {
    if (!open) return;
    const { id } = open.sale;
    setIsAsking(true);
    const answer = await send(till, { intent: "counter.cancel-code", id }, id);
    setIsAsking(false);
    setProblem(null);
    setOpen(null);
    if (answer !== "no-answer" && answer.kind === "sold") onAnswer(answer);
    else onUnpaid(way, answer === "no-answer" || answer.kind === "refused" ? mayBePaid : null);
  }

  const ask = useEffectEvent(async (isStopped: () => boolean) => {
    if (!open?.shown || isAsking) return;
    const { sale } = open;
    try {
      const response = await fetch(deskHref("/counter/:till/code", { till, sale: sale.id }), {
        signal: AbortSignal.timeout(patience),
      });
      if (isStopped()) return;
      if (response.redirected) setProblem("You were signed out. Sign in in another tab, and leave this one open.");
      else if (response.ok) take((await response.json()) as CodeAnswer, sale);
      else setProblem(noAnswer);
    } catch {
      if (!isStopped()) setProblem(noAnswer);
    }
  });

  const saleId = open?.shown ? open.sale.id : null;
  useEffect(() => {
    if (saleId === null) return;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const again = async () => {
      await ask(() => isStopped);
      if (!isStopped) timer = setTimeout(again, askEvery);
    };
    timer = setTimeout(again, askEvery);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [saleId]);

  return { open, problem, isAsking, show, cancel };
}

export type CodeState = ReturnType<typeof useCode>;
