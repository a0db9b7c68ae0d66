/** Labels of the address form. */
export const addressLabels = {
  name: "Name",
  phone: "Phone",
  addressLine1: "Street and house",
  addressLine2: "Second line",
  city: "Town or city",
  pin: "PIN code",
  stateCode: "State",
} as const;
