/**
 * Returns the row of a result that always has exactly one, such as a count or an insert with `returning`. Throws
 * otherwise.
 */
export function oneRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1)
    throw new Error(`The database answered ${rows.length} rows where there is always one.`);
  return row;
}
