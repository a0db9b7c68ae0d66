/** Working days after which a refund should have arrived. */
export const maxRefundDays = 7;

/** How long a refund takes until the reader's bank shows it. */
export const refundTime = `5 to ${maxRefundDays} working days`;
