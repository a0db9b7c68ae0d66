/** The name of the shop's proprietary schemes of ids and categories in ONIX exports. */
export const ownScheme = "Endpaper";
