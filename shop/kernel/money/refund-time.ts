/** After so many working days money that was sent back should be there. */
export const maxRefundDays = 7;

/** How long money that was sent back takes until a bank shows it. */
export const refundTime = `5 to ${maxRefundDays} working days`;
