import { z } from "zod";

import { readForm } from "#desk/http/read-form.ts";
import { planTracked, sendTracked, type PlannedRow } from "#shop/office/back-office/parcels/send-tracked.server.ts";
import { readTrackingFile, type TrackingRow } from "#shop/office/back-office/parcels/tracking-file.ts";
import { ActionRefused, deskAction, type ReadAction } from "#shop/people/staff/run-action.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { deskOptionalLine } from "#shop/kernel/forms/line-field.ts";

const ofPackers = { needs: "parcels", proof: "passkey" } as const;
const maxText = 50_000;

interface TrackingForm {
  rows: TrackingRow[];
  text: string;
  carrier: string;
}

const fields = z.object({
  carrier: deskOptionalLine("the carrier", 60),
  text: z.string().max(maxText, "Enter at most 50,000 characters at once: split the file."),
});

function readRows(form: FormData): ReadAction<TrackingForm> {
  const read = readForm(form, fields);
  const errors: Record<string, string> = read.ok ? {} : { ...read.errors };
  if (String(form.get("text") ?? "").trim() === "") errors.text = "Choose the carrier’s file, or paste its rows.";
  if (!read.ok || errors.text) return { ok: false, errors };
  const { text, carrier } = read.input;
  try {
    return { ok: true, input: { rows: readTrackingFile(text, carrier), text, carrier } };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, errors: { text: error.message } };
    throw error;
  }
}

/** The planned parcels of a file, row by row. */
export interface TrackingPreview {
  rows: PlannedRow[];
  text: string;
  carrier: string;
}

/** Previews the parcels of a carrier's file. */
export const previewTracking = deskAction({
  name: "parcels.preview-tracking",
  does: "preview a file of tracking numbers",
  cannotUndo: "nothing is saved",
  isRepeated: true,
  ...ofPackers,
  read: readRows,
  async run({ services }, { rows, text, carrier }): Promise<{ answer: TrackingPreview; entry: null }> {
    return { answer: { rows: await planTracked(services.db, rows), text, carrier }, entry: null };
  },
});

/** Sends the parcels of a carrier's file, and skips rows that cannot be sent. */
export const sendTracking = deskAction({
  name: "parcels.send-tracking",
  does: "send the parcels of a file",
  ...ofPackers,
  read: readRows,
  async run({ services, session }, { rows }) {
    const planned = await planTracked(services.db, rows);
    const { sent, corrected, left } = await sendTracked(services, planned, session.staff.name);
    const refused = [
      ...left,
      ...planned.flatMap(({ number, line, problem }) =>
        problem === null ? [] : [{ number: number ?? `line ${line}`, problem }],
      ),
    ];
    if (sent.length + corrected.length === 0)
      throw new ActionRefused("None of these orders can be sent or corrected now. Check the rows again.");
    const leftOut = refused.length > 0 ? ` Skipped: ${refused.map(({ number }) => number).join(", ")}.` : "";
    const numbers = formatCount(corrected.length, "tracking number");
    const answer = [
      ...(sent.length > 0
        ? [`${formatCount(sent.length, "parcel")} ${sent.length === 1 ? "is on its" : "are on their"} way.`]
        : []),
      ...(corrected.length > 0 ? [`${numbers} ${corrected.length === 1 ? "was" : "were"} corrected.`] : []),
    ].join(" ");
    const words = [
      ...(sent.length > 0 ? [`Sent ${formatCount(sent.length, "parcel")} by a file of tracking numbers.`] : []),
      ...(corrected.length > 0 ? [`Corrected ${numbers} by a file of tracking numbers.`] : []),
    ].join(" ");
    return {
      answer: `${answer} The readers get e-mails.${leftOut}`,
      entry: {
        action: "parcels.send-tracking",
        words,
        after: { orders: sent, ...(corrected.length > 0 && { corrected }) },
      },
    };
  },
});

export const trackingActions = [previewTracking, sendTracking] as const;
