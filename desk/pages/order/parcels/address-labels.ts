/** What the fields of an address are called at the desk. */
export const addressLabels = {
  name: "Name",
  phone: "Phone",
  addressLine1: "Street and house",
  addressLine2: "Second line",
  city: "Town or city",
  pin: "PIN code",
  stateCode: "State",
} as const;
