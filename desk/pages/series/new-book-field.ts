/** Name of the field for a book to add to a series. */
export const newBookField = "newBook";
