/**
 * Returns the row of a result that always has exactly one row, such as a count or an insert with `returning`. Throws if
 * there is another number of rows.
 */
export function oneRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1)
    throw new Error(`The database returned ${rows.length} rows instead of one.`);
  return row;
}
