/** The actions on what buyers owe: record a bank transfer, and remind a buyer. */
import { z } from "zod";

import { orderField, readForm } from "#desk/http/read-form.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { utrField } from "#shop/kernel/forms/utr-field.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { ActionRefused, deskAction, refuseFields } from "#shop/people/staff/run-action.server.ts";
import { recordTransfer, type RecordedTransfer } from "#shop/sales/payments/bank-transfers.server.ts";
import { noteCertificate } from "#shop/sales/payments/tax-withheld.server.ts";
import { findReceivable } from "#shop/sales/payments/receivables.server.ts";

const transfer = z.object({
  order: orderField,
  utr: utrField,
  day: z.iso.date("Enter the day on which the money came."),
  amount: rupeesField().refine((paise) => paise > 0, "Write more than 0."),
  tds: rupeesField({ empty: { means: 0 } }).default(0),
});

/** Records a bank transfer for an order. */
export const recordTransferAtDesk = deskAction({
  name: "transfers.record",
  does: "record a bank transfer",
  cannotUndo: "the order may be paid by it",
  needs: "transfers",
  proof: "fresh passkey",
  read: (form) => readForm(form, transfer),
  async run({ services, session }, { order, utr, day: paidOn, amount: amountPaise, tds: tdsPaise }) {
    const by = { actor: session.staff.name, staffId: session.staff.id };
    const recorded = await recordTransfer(services, order, { utr, paidOn, amountPaise, tdsPaise }, by);
    if (!recorded.ok) refuse(recorded, order, utr);
    const sum = formatPaise(amountPaise) + (tdsPaise > 0 ? `, and ${formatPaise(tdsPaise)} of TDS,` : "");
    return {
      answer: `Recorded ${sum} for ${order}. ${describeOutcome(recorded)}`,
      entry: {
        action: "transfers.record",
        words: `Recorded ${sum} for order ${order}, which came by the bank transfer ${utr}.`,
        subject: `order ${order}`,
        after: { amountPaise, tdsPaise, paidOn, utr, leftPaise: recorded.leftPaise, backPaise: recorded.backPaise },
      },
    };
  },
});

function refuse(refused: Extract<RecordedTransfer, { ok: false }>, order: string, utr: string): never {
  switch (refused.reason) {
    case "no-such-order":
      refuseFields({ order: `There is no order ${order}.` });
      break;
    case "not-by-transfer":
      refuseFields({ order: "This order is not paid by bank transfer: it was not made from a quotation." });
      break;
    case "recorded-before":
      refuseFields({ utr: `The transfer ${utr} was recorded for this order before.` });
      break;
    case "future":
      refuseFields({ day: "This day is in the future." });
      break;
    case "tds-too-much":
      refuseFields({ tds: `With it, this is more than the ${formatPaise(refused.leftPaise)} that is owed.` });
  }
  throw new Error(`Unknown reason ${refused.reason}`);
}

function describeOutcome({ leftPaise, backPaise }: Extract<RecordedTransfer, { ok: true }>): string {
  if (leftPaise > 0) return `${formatPaise(leftPaise)} is still to come.`;
  const paid = "It is paid.";
  return backPaise > 0
    ? `${paid} ${formatPaise(backPaise)} was too much: pay it back, and close the refund on the order’s page.`
    : paid;
}

/** Reminds the buyer of an order by e-mail, at most once a day. */
export const remindBuyer = deskAction({
  name: "transfers.remind",
  does: "remind a buyer",
  cannotUndo: "the e-mail is on its way",
  needs: "transfers",
  proof: "passkey",
  read: (form) => readForm(form, z.object({ order: orderField })),
  async run({ services: { db }, at }, { order }) {
    const owed = await findReceivable(db, order);
    if (!owed) throw new ActionRefused(`Nothing is to be paid by bank transfer for order ${order} any more.`);
    const { orderId, email: to } = owed;
    await enqueueLetter(db, { kind: "payment-reminder", orderId, to, subjectKey: isoDay(at) });
    const words = `Reminded the buyer of order ${order} to pay.`;
    return {
      answer: `The e-mail goes to ${to}. There is one a day.`,
      entry: { action: "transfers.remind", words, subject: `order ${order}` },
    };
  },
});

const certificate = z.object({
  transfer: z.string().regex(/^[1-9]\d{0,17}$/, "Open the page again."),
  certificate: deskLineField("the number", 30, "Enter the number of the certificate."),
});

/** Notes that the certificate for tax withheld has come. */
export const noteCertificateAtDesk = deskAction({
  name: "transfers.note-certificate",
  does: "note a certificate of TDS",
  cannotUndo: "it is only noted; the number is in the history",
  needs: "transfers",
  proof: "passkey",
  read: (form) => readForm(form, certificate),
  async run({ services: { db } }, { transfer: id, certificate: number }) {
    const order = await noteCertificate(db, id, number);
    if (order === null) throw new ActionRefused("The certificate of this transfer was noted already.");
    const words = `Noted the certificate ${number} for TDS of order ${order}.`;
    return { answer: words, entry: { action: "transfers.note-certificate", words, subject: `order ${order}` } };
  },
});

export const receivableActions = [recordTransferAtDesk, remindBuyer, noteCertificateAtDesk] as const;
