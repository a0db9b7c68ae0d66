/** The name of a shop that nobody has named; its own words and links are those of the demonstration. */
export const demonstrationName = "Endpaper";
