/** The copies and the cost of lines, and the copies whose cost is unknown. */
export function sumLines(lines: { copies: number; costPaise: number | null }[]) {
  let [copies, paise, unknown] = [0, 0, 0];
  for (const line of lines) {
    copies += line.copies;
    if (line.costPaise === null) unknown += line.copies;
    else paise += line.costPaise * line.copies;
  }
  return { copies, paise, unknown };
}
