/** The inside of Razorpay's error envelope. */
export interface ErrorDetail {
  code: string;
  description: string;
  source?: string;
  step?: string;
  reason?: string;
  metadata?: Record<string, string>;
  field?: string;
}

/** A refusal with the status and the body Razorpay documents for it. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: ErrorDetail;

  constructor(status: number, detail: ErrorDetail) {
    super(detail.description);
    this.status = status;
    this.detail = detail;
  }
}

/** 400 for input that breaks a rule; `field` names the culprit. */
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

/** 400 (or another status) whose source, step and reason Razorpay gives as "NA". */
export function plainError(description: string, status = 400, code = "BAD_REQUEST_ERROR"): ApiError {
  return new ApiError(status, { code, description, source: "NA", step: "NA", reason: "NA", metadata: {} });
}

/** Keys that are not taken. The error tables say 400; the general list of statuses has 401 too. */
export function authenticationError(description = "Authentication failed", status = 400): ApiError {
  return new ApiError(status, { code: "BAD_REQUEST_ERROR", description });
}

/** An id of the right shape that nobody has. */
export function unknownId(): ApiError {
  return inputError("The id provided does not exist");
}

/** An address or a method that the API does not have. */
export function unknownUrl(): ApiError {
  return plainError("The requested URL was not found on the server.");
}

/** Fields the endpoint does not take. */
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

/** An attempt or a capture on an order that has its money. */
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
