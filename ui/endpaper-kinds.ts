/** The patterns an endpaper may have; apart from the component, as most pages need only that. */
export const endpaperPatterns = ["jaal", "buti", "marble", "jali", "scales", "lehariya"] as const;

/** The sets of inks it may be printed in. */
export const endpaperInks = ["neel", "rose", "haldi", "neem", "chai", "river", "deodar"] as const;
