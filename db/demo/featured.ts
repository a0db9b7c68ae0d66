/** The featured works at the top of the home page, in order. */
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

/** The authors on the home page. */
export const featuredAuthors: string[] = ["geetanjali-shree", "amitav-ghosh", "satyajit-ray", "romila-thapar"];
