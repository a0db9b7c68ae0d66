/** The shapes of Meta's answers and webhooks, and what its error codes mean. */
import { z } from "zod";

import { parseJson } from "#shop/kernel/text/parse-json.ts";
import type { RefusalCause } from "#shop/kernel/messengers/messenger.ts";

const error = z.object({
  code: z.coerce.number(),
  message: z.string().optional(),
  title: z.string().optional(),
  error_data: z.object({ details: z.string().optional() }).optional(),
});

export type MetaError = z.infer<typeof error>;

const failure = z.object({ error });
export const sent = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
export const phoneNumber = z.object({ id: z.string(), display_phone_number: z.string() });
export const templates = z.object({
  data: z.array(z.object({ name: z.string(), language: z.string(), status: z.string(), category: z.string() })),
});

/** The error in an answer, which may come under any status; null without one. */
export function readError(text: string): MetaError | null {
  return failure.safeParse(parseJson(text)).data?.error ?? null;
}

const status = z.object({
  id: z.string(),
  status: z.string(),
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(error).optional(),
});

export const webhook = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            metadata: z.object({ phone_number_id: z.string() }).optional(),
            // Each is read by itself: one of a new form does not hide the others.
            statuses: z.array(z.unknown()).optional(),
          }),
        }),
      ),
    }),
  ),
});

/** A status of a webhook; null for one of another form. */
export function readStatus(given: unknown): z.infer<typeof status> | null {
  return status.safeParse(given).data ?? null;
}

/** Meta's own faults, after which the message may have been sent. */
const metasFaults = [1, 2, 131000, 131016];
const causes: Record<Exclude<RefusalCause, "account">, number[]> = {
  // Undeliverable, sender is recipient, withheld by an experiment or by Meta.
  number: [131026, 131021, 130472, 131049],
  // The limits of the app, the account, the number, for spam, and of messages from one number to another.
  busy: [4, 80007, 130429, 131048, 131056, 133016],
};

/** Why a message was refused; null if the error does not say whether it was. */
export function causeOf({ code }: MetaError, status: number): RefusalCause | null {
  if (metasFaults.includes(code)) return null;
  if (causes.number.includes(code)) return "number";
  return causes.busy.includes(code) || status === 429 ? "busy" : "account";
}

const maxTrouble = 300;

/** The words of an error, without digits that may be a phone number or a code. */
export function describeError({ code, title, message, error_data: more }: MetaError): string {
  const words = more?.details ?? title ?? message ?? "";
  return `${words
    .replaceAll(/\+?\d[\d ]{3,}\d/g, "…")
    .replaceAll(/\s+/g, " ")
    .trim()} (${code})`.slice(-maxTrouble);
}
