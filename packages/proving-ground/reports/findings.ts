/** The result of one check. */
export interface Finding {
  /** The part of the run that the check belongs to. */
  part: string;
  what: string;
  /** Whether the check passed; null if it did not run. */
  isWell: boolean | null;
  words: string;
}

/** Formats findings as aligned lines: ✓ passed, ✗ failed, – not checked. */
export function formatFindings(findings: readonly Finding[]): string[] {
  const widthOf = (column: "part" | "what") => Math.max(...findings.map((finding) => finding[column].length));
  const [part, what] = [widthOf("part"), widthOf("what")];
  return findings.map(
    (finding) =>
      `${markOf(finding.isWell)} ${finding.part.padEnd(part)}  ${finding.what.padEnd(what)}  ${finding.words}`,
  );
}

/** Formats the verdict of a run, with its duration such as `3 min`. */
export function formatVerdict(findings: readonly Finding[], took: string): string {
  const failed = findings.filter(({ isWell }) => isWell === false).length;
  const leftOut = findings.filter(({ isWell }) => isWell === null).length;
  const passed = leftOut === 0 ? "Everything passed" : "All parts that ran passed";
  const verdict = failed === 0 ? passed : `${failed} of ${findings.length} failed`;
  return `${verdict} (${took}).${leftOut === 0 ? "" : ` Left out: ${leftOut} of ${findings.length}.`}`;
}

function markOf(isWell: boolean | null): string {
  return isWell === null ? "–" : isWell ? "✓" : "✗";
}
