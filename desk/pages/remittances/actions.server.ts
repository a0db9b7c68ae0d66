import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";
import { utrField } from "#shop/kernel/forms/utr-field.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import {
  readRemittanceColumns,
  saveRemittanceColumns,
} from "#shop/office/back-office/remittances/remittance-columns.server.ts";
import {
  readRemittanceFile,
  type RemittanceColumns,
} from "#shop/office/back-office/remittances/remittance-file.server.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import { closeOddLine, listCarrierDebts } from "#shop/sales/remittances/owed-by-carriers.server.ts";
import {
  acceptLine,
  recordRemittance,
  type JudgedLine,
  type RecordedRemittance,
  type Remittance,
  type RemittanceLine,
} from "#shop/sales/remittances/record-remittance.server.ts";
import type { Services } from "#shop/services.ts";

const ofPayouts = { needs: "payouts" } as const;
const maxText = 400_000;
const column = z.string().max(200).optional();

const fields = z.object({
  carrier: deskLineField("the carrier", 60),
  utr: utrField,
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, "Enter the day on which the money came.")
    .refine((given) => Number.isFinite(Date.parse(given)) && given <= isoDay(new Date()), {
      error: "Enter a day that is not in the future.",
    }),
  amount: rupeesField(),
  deducted: rupeesField({ empty: { means: 0 } }),
  text: z.string().max(maxText, "The list is too long. Split it in two."),
  parcels: z.array(z.string().regex(orderNumberPattern, openAgainMessage)).max(300),
  tracking: column,
  order: column,
  money: column,
  ofUtr: column,
});

type RemittanceForm = z.infer<typeof fields>;

function readFormOfRemittance(form: FormData) {
  const parcels = form.getAll("parcel").map(String);
  const values = Object.fromEntries([...form].filter(([name]) => name !== "parcel"));
  const parsed = fields.safeParse({ text: "", ...values, parcels });
  if (parsed.success) return { ok: true as const, input: parsed.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
  return { ok: false as const, errors };
}

/** A remittance as it would be recorded. */
export interface RemittancePreview {
  given: Omit<RemittanceForm, "parcels">;
  parcels: string[];
  lines: JudgedLine[];
  /** Rows of the list that were left out. */
  leftOut: number;
  /** The headings of the list, and the columns that were used; null without a list. */
  file: { headings: string[]; columns: RemittanceColumns } | null;
}

/** The lines of the form: those of the list, or the ticked parcels with what they are owed. */
async function gather(services: Services, given: RemittanceForm) {
  const { carrier, utr, text, parcels } = given;
  if (text.trim() !== "") {
    const chosen = { tracking: given.tracking, order: given.order, amount: given.money, utr: given.ofUtr };
    const typed = Object.fromEntries(Object.entries(chosen).filter(([, heading]) => heading !== undefined));
    try {
      const columns = { ...(await readRemittanceColumns(services.db, carrier)), ...typed };
      const { headings, columns: used, lines, leftOut } = readRemittanceFile(text, utr, columns);
      return { lines, leftOut, file: { headings, columns: used } };
    } catch (error) {
      if (error instanceof RangeError) throw new ActionRefused(error.message, { text: error.message });
      throw error;
    }
  }
  const { parcels: owed } = await listCarrierDebts(services);
  const lines = owed.flatMap(({ orderNumber, duePaise }): RemittanceLine[] =>
    parcels.includes(orderNumber) ? [{ trackingNumber: "", orderNumber, amountPaise: duePaise }] : [],
  );
  if (lines.length === 0) {
    const problem = "Paste the carrier’s list, or tick the parcels that were paid.";
    throw new ActionRefused(problem, { text: problem });
  }
  return { lines, leftOut: 0, file: null };
}

function asRemittance(given: RemittanceForm, lines: RemittanceLine[]): Remittance {
  const { carrier, utr, day: paidOn, amount: amountPaise, deducted: deductedPaise } = given;
  return { carrier, utr, paidOn, amountPaise, deductedPaise, lines };
}

function refuse(recorded: Extract<RecordedRemittance, { ok: false }>, given: RemittanceForm): never {
  if (recorded.reason === "recorded-before") {
    const problem = `The transfer ${given.utr} was recorded before.`;
    throw new ActionRefused(problem, { utr: problem });
  }
  if (recorded.reason !== "sum") throw new ActionRefused("There are no parcels in this transfer.");
  const problem = `The parcels add up to ${formatPaise(recorded.sumPaise)} after the deduction, not to ${formatPaise(given.amount)}. Correct the amount, or what the carrier kept.`;
  throw new ActionRefused(problem, { amount: problem });
}

/** Shows what a remittance would settle, without a change. */
export const previewRemittance = deskAction({
  name: "remittances.preview",
  does: "check what a carrier has paid",
  cannotUndo: "nothing is saved",
  isRepeated: true,
  proof: "passkey",
  ...ofPayouts,
  read: readFormOfRemittance,
  async run({ services, session }, given): Promise<{ answer: RemittancePreview; entry: null }> {
    const { lines, leftOut, file } = await gather(services, given);
    const by = { actor: session.staff.name, staffId: session.staff.id };
    const tried = await recordRemittance(services, asRemittance(given, lines), by, true);
    if (!tried.ok) refuse(tried, given);
    const { parcels, ...rest } = given;
    return { answer: { given: rest, parcels, lines: tried.lines, leftOut, file }, entry: null };
  },
});

/** Records what a carrier has paid, and settles its orders. */
export const recordFromDesk = deskAction({
  name: "remittances.record",
  does: "record what a carrier has paid",
  cannotUndo: "the orders are paid by it",
  proof: "fresh passkey",
  ...ofPayouts,
  read: readFormOfRemittance,
  async run({ services, session }, given) {
    const { lines, file } = await gather(services, given);
    const by = { actor: session.staff.name, staffId: session.staff.id };
    const recorded = await recordRemittance(services, asRemittance(given, lines), by);
    if (!recorded.ok) refuse(recorded, given);
    if (file) await saveRemittanceColumns(services.db, given.carrier, file.columns);
    const settled = recorded.lines.filter(({ outcome }) => outcome === "settled" || outcome === "over").length;
    const odd = recorded.lines.filter(({ outcome }) => outcome !== "settled").length;
    const rest = odd > 0 ? ` ${formatCount(odd, "line")} to look at.` : "";
    const sum = formatPaise(given.amount);
    return {
      answer: `Recorded ${sum} of ${given.carrier}: ${formatCount(settled, "parcel")} ${settled === 1 ? "is" : "are"} paid.${rest}`,
      entry: {
        action: "remittances.record",
        words: `Recorded ${sum} that ${given.carrier} has paid by the transfer ${given.utr}, for ${formatCount(lines.length, "parcel")}.`,
        subject: `remittance ${given.utr}`,
        after: { amountPaise: given.amount, deductedPaise: given.deducted, settled, toLookAt: odd },
      },
    };
  },
});

const oddLine = z.object({
  remittance: z.string().regex(/^\d{1,15}$/, openAgainMessage),
  line: z.string().regex(/^\d{1,5}$/, openAgainMessage),
});

/** Closes a line that does not match its order, after a person has checked it. */
export const closeLineFromDesk = deskAction({
  name: "remittances.close",
  does: "close a line of a carrier's payment",
  cannotUndo: "your words are on the page History",
  proof: "passkey",
  ...ofPayouts,
  read: (form) => readForm(form, oddLine.extend({ why: deskLineField("what you found out", 300) })),
  async run({ services }, { remittance, line, why }) {
    const isClosed = await closeOddLine(services, Number(remittance), Number(line));
    const words = `Closed line ${Number(line) + 1} of a carrier’s payment.`;
    const entry = { action: "remittances.close", words, subject: `remittance ${remittance}`, why };
    return { answer: "The line is closed.", entry: isClosed ? entry : null };
  },
});

/** Accepts a line as the full payment of its parcel. */
export const acceptLineFromDesk = deskAction({
  name: "remittances.accept",
  does: "accept a line of a carrier's payment as paid",
  cannotUndo: "the order is paid by it",
  proof: "fresh passkey",
  ...ofPayouts,
  read: (form) => readForm(form, oddLine),
  async run({ services, session }, { remittance, line }) {
    const of = { remittanceId: Number(remittance), position: Number(line) };
    if (!(await acceptLine(services, of, session.staff.name)))
      throw new ActionRefused(
        "Nothing is owed for this line now: the shop has no such parcel, it came back, or it was paid before.",
      );
    const words = `Accepted line ${of.position + 1} of a carrier’s payment as the full payment of its parcel.`;
    return {
      answer: "The parcel is paid.",
      entry: { action: "remittances.accept", words, subject: `remittance ${remittance}` },
    };
  },
});

export const remittanceActions = [previewRemittance, recordFromDesk, closeLineFromDesk, acceptLineFromDesk] as const;
