/** Explains how to find an order that was placed without signing in. */
export const guestOrderText =
  "If you ordered without signing in, you can open the order in any browser with the link in its e-mail. If you sign in on the device on which you ordered, the order moves to your account.";
