/** Explains how to find an order that was made without an account. */
export const guestOrderText =
  "You can open an order that you made without signing in by the link in its e-mail, in any browser. If you sign in on the device on which you ordered, the order moves to your account.";
