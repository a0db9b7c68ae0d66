/** The works on the home page's table, in order. */
export const featuredWorks: string[] = [
  "tomb-of-sand",
  "the-golden-road",
  "a-fine-balance",
  "ghachar-ghochar",
  "raag-darbari",
  "indica",
  "the-burning-grounds",
  "mad-sisters-of-esi",
  "kari",
  "jejuri",
  "masala-lab",
  "the-london-jungle-book",
];

/** The authors the home page introduces. */
export const featuredAuthors: string[] = ["geetanjali-shree", "amitav-ghosh", "satyajit-ray", "romila-thapar"];
