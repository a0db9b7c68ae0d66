/** The provider of payments on delivery: the shop itself. */
export const onDelivery = "on-delivery";
