/**
 * Response with a CSV file to download, from one text or streamed. The byte order mark tells spreadsheet programs that
 * the file is UTF-8.
 */
export function csvAnswer(name: string, text: string | AsyncIterable<string>): Response {
  const body = typeof text === "string" ? `\uFEFF${text}` : streamOf(text);
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}

function streamOf(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = parts[Symbol.asyncIterator]();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode("\uFEFF")),
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** Formats paise as rupees for a spreadsheet: `1250.50`. */
export function formatRupeesCell(paise: number): string {
  return (paise / 100).toFixed(2);
}
