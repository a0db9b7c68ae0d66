/** A file of comma-separated values to keep; the mark at its beginning tells spreadsheet programs that it is UTF-8. */
export function csvAnswer(name: string, text: string): Response {
  return new Response(`\uFEFF${text}`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}

/** Paise as a spreadsheet reads them: `1250.50`. */
export function rupeesInCell(paise: number): string {
  return (paise / 100).toFixed(2);
}
