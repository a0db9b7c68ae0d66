/** The field of a series that names a book which comes to it. */
export const newBookField = "newBook";
