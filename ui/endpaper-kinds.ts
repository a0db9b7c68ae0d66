/** Patterns of endpapers; separate from the component, because most pages need only the names. */
export const endpaperPatterns = ["jaal", "buti", "marble", "jali", "scales", "lehariya"] as const;

/** Sets of colours for endpapers. */
export const endpaperInks = ["neel", "rose", "haldi", "neem", "chai", "river", "deodar"] as const;
