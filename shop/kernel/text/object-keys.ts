/** The keys of an object that has no others than its type says, such as a table written out in the code. */
export function typedKeys<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[];
}
