/** Prints a heading with indented lines below it. */
export function printSection(heading: string, lines: readonly string[]): void {
  console.log(`\n${heading}`);
  for (const line of lines.length > 0 ? lines : ["nothing"]) console.log(`  ${line}`);
}

/** Formats seconds as minutes and seconds, such as `2:05`. */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
