/** Explains how to find an order that was made without an account. */
export const guestOrderText =
  "An order made without signing in opens by the link in the e-mail about it, in any browser. Sign in on the device on which you made it, and it moves to your account.";
