/** Explains why the file or the report of an import is not available on this server. */
export function describeMissingFile(
  what: "file" | "report",
  work: { id: string; otherMachine: string | null },
): string {
  const { id, otherMachine } = work;
  if (otherMachine === null)
    return what === "file" ? "The file is not here any more. Upload it again." : "The report is not here any more.";
  return what === "file"
    ? `The file is on another server of the shop, ${otherMachine}. Upload it again.`
    : `The report is on another server of the shop, ${otherMachine}, in imports/${id} of its data folder.`;
}
