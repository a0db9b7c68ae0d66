/** The row of an answer that always has exactly one, such as a count or what an insert returns. Throws when it has not. */
export function oneRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1)
    throw new Error(`The database answered ${rows.length} rows where there is always one.`);
  return row;
}
