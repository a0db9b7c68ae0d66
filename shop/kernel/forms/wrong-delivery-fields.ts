/** What is wrong with a field of a delivery that is filled in, for the server and for the browser while a reader types. */
export const wrongDeliveryFields = {
  email: "Check your e-mail address. We send the order and tracking there.",
  phone: "Enter your 10-digit mobile number, so the courier can call.",
  pin: "Enter a 6-digit PIN code.",
};
