import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { deskOptionalLine } from "#shop/kernel/forms/line-field.ts";
import { rupeesField } from "#shop/kernel/forms/rupees-field.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { countTill } from "#shop/sales/counter/count-till.server.ts";
import { tillCodePattern } from "#shop/sales/documents/document-number.ts";
import { notes } from "./notes.ts";

const till = z.string().regex(tillCodePattern, "Choose a till.");

const pieces = z
  .string()
  .trim()
  .regex(/^\d{0,5}$/, "Write a number.")
  .transform(Number);

const countFields = z.object({
  till,
  ...Object.fromEntries(notes.map(({ field }) => [field, pieces.default(0)])),
  coins: rupeesField({ empty: { means: 0 } }),
  left: rupeesField({ empty: { means: 0 } }),
  note: deskOptionalLine("a note", 300),
});

function readCount(form: FormData) {
  const read = readForm(form, countFields);
  if (!read.ok) return read;
  const { till: code, coins, left, note, ...rest } = read.input;
  const given: Record<string, unknown> = rest;
  const countedPaise = notes.reduce((sum, { rupees, field }) => sum + Number(given[field]) * rupees * 100, coins);
  if (left > countedPaise)
    return { ok: false as const, errors: { left: `Only ${formatPaise(countedPaise)} was counted.` } };
  return { ok: true as const, input: { till: code, countedPaise, leftPaise: left, note } };
}

/** Records the cash that was counted in a till. */
export const countTillFromDesk = deskAction({
  name: "counter.count",
  does: "count the cash of a till",
  needs: "counter",
  cannotUndo: "a count stays as it was; count again if it was wrong",
  proof: "passkey",
  read: readCount,
  async run({ services, session }, counted) {
    const done = await countTill(services, { ...counted, staffId: session.staff.id });
    if (!done) throw new ActionRefused("There is no such till.");
    const off = counted.countedPaise - done.expectedPaise;
    const how = off === 0 ? "as expected" : `${formatPaise(Math.abs(off))} ${off < 0 ? "short" : "over"}`;
    const words = `Counted ${formatPaise(counted.countedPaise)} in the till ${counted.till}, ${how}.`;
    return {
      answer: words,
      entry: {
        action: "counter.count",
        words,
        subject: `till ${counted.till}`,
        after: { ...counted, expectedPaise: done.expectedPaise },
        ...(counted.note && { why: counted.note }),
      },
    };
  },
});
