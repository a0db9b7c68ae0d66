/** The QR codes of Razorpay's API: create, read, list, close, and list payments. */
import { collection } from "./answers.ts";
import type { ApiRequest, Route } from "./api-request.ts";
import { type RazorpayContext, nowSeconds } from "#razorpay-stand-in/context.ts";
import { inputError, plainError, unknownUrl } from "#razorpay-stand-in/errors.ts";
import type { QrCode } from "#razorpay-stand-in/ledger/entities.ts";
import { qrCodeById } from "#razorpay-stand-in/ledger/lookup.ts";
import { closeIfOver, closeQrCode, openQrCode } from "#razorpay-stand-in/ledger/qr-codes.ts";
import { paymentOnWire, qrCodeOnWire, upiLinkOf } from "#razorpay-stand-in/ledger/wire.ts";
import { allowOnly, allowQuery, page, paging, parseAmount, parseNotes } from "./validate.ts";

const fields = [
  "type",
  "name",
  "usage",
  "fixed_amount",
  "payment_amount",
  "description",
  "customer_id",
  "close_by",
  "notes",
];
const leastSeconds = 15 * 60;
const mostSeconds = 45 * 86_400;

/** /v1/payments/qr_codes; before the routes of payments, whose `:id` would match it. */
export const qrCodeRoutes: readonly Route[] = [
  ["POST", "/v1/payments/qr_codes", createQrCode, "lostQrCode"],
  ["GET", "/v1/payments/qr_codes", listQrCodes],
  ["GET", "/v1/payments/qr_codes/:id", readQrCode],
  ["POST", "/v1/payments/qr_codes/:id/close", close],
  ["GET", "/v1/payments/qr_codes/:id/payments", listPayments],
];

function createQrCode(context: RazorpayContext, { body }: ApiRequest): unknown {
  // An account without the feature: the text for it is not published.
  if (context.faults.take("noQrCodes")) throw unknownUrl();
  allowOnly(body, fields);
  if (body.type !== "upi_qr") throw inputError("The selected type is invalid.", "type");
  if (body.usage !== "single_use" && body.usage !== "multiple_use")
    throw inputError("The selected usage is invalid.", "usage");
  const isFixed = body.fixed_amount === true;
  const code = openQrCode(context, {
    name: textOf(body.name, "name"),
    usage: body.usage,
    fixed_amount: isFixed,
    payment_amount: isFixed ? parseAmount(body.payment_amount) : null,
    description: textOf(body.description, "description"),
    customer_id: textOf(body.customer_id, "customer_id") || null,
    close_by: parseCloseBy(context, body.close_by, body.usage),
    notes: parseNotes(body.notes),
  });
  return withContent(context, code);
}

/** The content of the code is in the answers of accounts that asked for it. */
function withContent(context: RazorpayContext, code: QrCode): unknown {
  if (!context.faults.take("qrImageContent")) return qrCodeOnWire(context, code);
  return { ...qrCodeOnWire(context, code), image_content: upiLinkOf(code) };
}

function textOf(given: unknown, field: string): string {
  if (given === undefined || given === null) return "";
  if (typeof given !== "string" || given.length > 255) throw inputError(`The ${field} must be text.`, field);
  return given;
}

/** The texts of these errors are not published. */
function parseCloseBy(context: RazorpayContext, given: unknown, usage: string): number | null {
  const now = nowSeconds(context);
  if (given === undefined) return usage === "single_use" ? now + mostSeconds : null;
  if (usage !== "single_use") throw inputError("close_by is allowed for single use codes only.", "close_by");
  if (typeof given !== "number" || !Number.isInteger(given))
    throw inputError("close_by must be an integer.", "close_by");
  if (given < now + leastSeconds)
    throw inputError("close_by should be at least 15 minutes after current time.", "close_by");
  if (given > now + mostSeconds) throw inputError("close_by may be at most 45 days after current time.", "close_by");
  return given;
}

function listQrCodes(context: RazorpayContext, { query }: ApiRequest): unknown {
  allowQuery(query, [...paging, "customer_id", "payment_id"]);
  const { qrCodes, payments } = context.ledger.books;
  const paymentId = query.get("payment_id");
  const ofPayment = paymentId === null ? null : payments[paymentId]?.order_id;
  const customerId = query.get("customer_id");
  const all = Object.values(qrCodes).filter(
    ({ id, customer_id }) =>
      (paymentId === null || id === ofPayment) && (customerId === null || customer_id === customerId),
  );
  all.forEach((code) => closeIfOver(context, code));
  return collection(page(all, query).map((code) => qrCodeOnWire(context, code)));
}

function readQrCode(context: RazorpayContext, { id, query }: ApiRequest): unknown {
  allowQuery(query, []);
  const code = qrCodeById(context, id);
  closeIfOver(context, code);
  return qrCodeOnWire(context, code);
}

function close(context: RazorpayContext, { id }: ApiRequest): unknown {
  const code = qrCodeById(context, id);
  closeIfOver(context, code);
  // The text is not published.
  if (code.status === "closed") throw plainError("The QR code is already closed.");
  closeQrCode(context, code);
  return qrCodeOnWire(context, code);
}

function listPayments(context: RazorpayContext, { id, query }: ApiRequest): unknown {
  allowQuery(query, paging);
  const { id: codeId } = qrCodeById(context, id);
  if (context.faults.take("unlistedCodePayment")) return collection([]);
  return collection(page(context.ledger.paymentsOf(codeId), query).map((payment) => paymentOnWire(payment)));
}
