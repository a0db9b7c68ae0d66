/** The content of Razorpay's error envelope. */
export interface ErrorDetail {
  code: string;
  description: string;
  source?: string;
  step?: string;
  reason?: string;
  metadata?: Record<string, string>;
  field?: string;
}

/** An error with the status and body that Razorpay documents. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: ErrorDetail;

  constructor(status: number, detail: ErrorDetail) {
    super(detail.description);
    this.status = status;
    this.detail = detail;
  }
}

/** 400 for invalid input; `field` is the name of the invalid field. */
export function inputError(description: string, field?: string): ApiError {
  return new ApiError(400, {
    code: "BAD_REQUEST_ERROR",
    description,
    source: "business",
    step: "payment_initiation",
    reason: "input_validation_failed",
    metadata: {},
    ...(field === undefined ? {} : { field }),
  });
}

/** An error (400 by default) whose source, step and reason are "NA" at Razorpay. */
export function plainError(description: string, status = 400, code = "BAD_REQUEST_ERROR"): ApiError {
  return new ApiError(status, { code, description, source: "NA", step: "NA", reason: "NA", metadata: {} });
}

/** The error for wrong keys. Razorpay's tables of errors have status 400; the general list of statuses also has 401. */
export function authenticationError(description = "Authentication failed", status = 400): ApiError {
  return new ApiError(status, { code: "BAD_REQUEST_ERROR", description });
}

/** The error for a well-formed id that does not exist. */
export function unknownId(): ApiError {
  return inputError("The id provided does not exist");
}

/** The error for an unknown address or method. */
export function unknownUrl(): ApiError {
  return plainError("The requested URL was not found on the server.");
}

/** The error for fields that the endpoint does not accept. */
export function extraFields(names: readonly string[]): ApiError {
  return new ApiError(400, {
    code: "BAD_REQUEST_ERROR",
    description: `${names.join(", ")} is/are not required and should not be sent`,
    source: "business",
    step: "payment_initiation",
    reason: "extra_field_sent",
    metadata: {},
  });
}

/** The error for an attempt or a capture on an order that is already paid. */
export function alreadyPaid(orderId: string): ApiError {
  return new ApiError(400, {
    code: "BAD_REQUEST_ERROR",
    description:
      "Your payment has been declined as the order is already paid. Please initiate the payment with a new order.",
    source: "business",
    step: "payment_initiation",
    reason: "input_validation_failed",
    metadata: { order_id: orderId },
  });
}
