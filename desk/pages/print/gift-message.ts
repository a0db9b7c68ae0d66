/** An address has room for so many characters of any script, beside the orders. */
export const maxMessage = 1000;
const maxLines = 20;

/** What an address says for the gift slip, and what is wrong with it: it is printed whole or not at all. */
export function readGiftMessage(url: string): { message: string; problem: string | null } {
  const message = (new URL(url).searchParams.get("message") ?? "")
    .replaceAll("\0", "")
    .replaceAll(/\r\n?/g, "\n")
    .trim();
  const isTooLong = message.length > maxMessage || message.split("\n").length > maxLines;
  const most = `at most ${maxMessage.toLocaleString("en-IN")} characters in ${maxLines} lines`;
  return { message, problem: isTooLong ? `Nothing was printed: write ${most}.` : null };
}
