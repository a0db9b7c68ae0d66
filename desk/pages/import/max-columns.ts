/** Maximum number of columns of a table whose columns a form assigns. */
export const maxColumns = 200;
