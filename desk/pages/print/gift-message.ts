import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";

/** An address has room for so many characters of any script, beside the orders. */
export const maxMessage = 1000;
const maxLines = 20;

/** What gift slips say. */
export interface GiftMessages {
  /** Of every order that has none of its own. */
  message: string;
  /** Of single orders, by number. */
  own: Record<string, string>;
  /** What is wrong, by the field: messages are printed whole or not at all. */
  errors: Record<string, string>;
}

/** The field of an order's own message. */
export function ownMessageField(number: string): string {
  return `message-${number}`;
}

/** What an address says for the gift slips, and what is wrong with it. */
export function readGiftMessages(url: string): GiftMessages {
  const given = [...new URL(url).searchParams].flatMap(([name, value]) => {
    const isMessage = name === "message" || (name.startsWith("message-") && orderNumberPattern.test(name.slice(8)));
    const words = value.replaceAll("\0", "").replaceAll(/\r\n?/g, "\n").trim();
    return isMessage && words !== "" ? [{ name, words }] : [];
  });
  const all = given.reduce((sum, { words }) => sum + words.length, 0);
  const most = `at most ${maxMessage.toLocaleString("en-IN")} characters`;
  const errors: Record<string, string> = {};
  for (const { name, words } of given) {
    if (words.length > maxMessage || words.split("\n").length > maxLines)
      errors[name] = `Nothing was printed: write ${most} in ${maxLines} lines.`;
    else if (all > maxMessage)
      errors[name] =
        `Nothing was printed: the messages of one print have ${most} together. Print some of the orders alone.`;
  }
  return {
    message: given.find(({ name }) => name === "message")?.words ?? "",
    own: Object.fromEntries(given.flatMap(({ name, words }) => (name === "message" ? [] : [[name.slice(8), words]]))),
    errors,
  };
}
