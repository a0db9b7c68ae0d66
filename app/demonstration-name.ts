/** The default name of a shop. A shop with this name shows the demonstration's own words and links. */
export const demonstrationName = "Endpaper";
