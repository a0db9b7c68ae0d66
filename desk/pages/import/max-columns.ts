/** Columns of a table that a form may have. */
export const maxColumns = 200;
