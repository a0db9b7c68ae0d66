/** What an export calls the shop's own numbers and categories, where ONIX asks for a name of them. */
export const ownScheme = "Endpaper";
