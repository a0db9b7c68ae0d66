/** Explains why the file or the report of an import is not available on this server. */
export function describeMissingFile(
  what: "file" | "report",
  work: { id: string; otherMachine: string | null },
): string {
  const { id, otherMachine } = work;
  if (otherMachine === null)
    return what === "file" ? "The file is not here any more. Bring it again." : "The report is not here any more.";
  return what === "file"
    ? `The file lies on another machine of the shop, ${otherMachine}. Bring it again.`
    : `The report lies on another machine of the shop, ${otherMachine}, in imports/${id} of its data folder.`;
}
