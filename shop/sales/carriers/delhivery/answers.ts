/** What Delhivery answers, read from JSON. Fields that are not needed are ignored. */
import { z } from "zod";

const text = z
  .string()
  .nullish()
  .transform((given) => given ?? "");
const yes = z
  .string()
  .nullish()
  .transform((given) => given?.toUpperCase() === "Y");

/** An empty list is a PIN code without service; the remark "Embargo" is one without service for now. */
export const pinCodes = z.object({
  delivery_codes: z.array(
    z
      .object({ postal_code: z.object({ pre_paid: yes, cod: yes, remarks: text }) })
      .transform(({ postal_code: { pre_paid: isServed, cod: collectsCash, remarks } }) => {
        const isOpen = !/embargo/i.test(remarks);
        return { isServed: isServed && isOpen, collectsCash: collectsCash && isOpen };
      }),
  ),
});

export const transitTime = z.object({ data: z.object({ tat: z.coerce.number().int().min(0).max(60) }) });

export const charges = z.array(z.object({ total_amount: z.coerce.number().nonnegative() })).min(1);

export const created = z.object({
  rmk: text,
  packages: z.array(
    z.object({
      status: text,
      waybill: text,
      refnum: text,
      remarks: z.union([z.array(z.string()), z.string()]).nullish(),
    }),
  ),
});

export const packingSlip = z.object({ packages: z.array(z.object({ pdf_download_link: text }).partial()) });

export const pickup = z.object({
  pickup_date: text,
  pr_exist: z.boolean().nullish(),
  error: z.object({ message: text }).partial().nullish(),
});

export const cancelled = z.object({ status: z.union([z.boolean(), z.string()]).nullish(), remark: text, error: text });

const shipment = z.object({
  Shipment: z.object({
    AWB: z.union([z.string(), z.number()]).transform(String),
    ReferenceNo: text,
    Status: z.object({ Status: text, StatusType: text, StatusCode: text, Instructions: text }).partial(),
  }),
});

/** Unknown numbers are answered with an error instead of an empty list. */
export const shipments = z.object({ ShipmentData: z.array(shipment).nullish(), Error: text });

export const scan = z.object({ Shipment: z.object({ AWB: z.union([z.string(), z.number()]).transform(String) }) });

const failure = z
  .object({ rmk: text, error: z.union([z.string(), z.object({ message: text })]), message: text, detail: text })
  .partial();

/** Delhivery's words in a failed answer. */
export function readReason(answer: unknown): string | null {
  const read = failure.safeParse(answer).data;
  const error = typeof read?.error === "object" ? read.error.message : read?.error;
  return error || read?.rmk || read?.message || read?.detail || null;
}
