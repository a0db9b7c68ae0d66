import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";

/**
 * The maximum length of all messages together, in characters. That many characters of any script fit into a URL
 * together with the order numbers.
 */
export const maxMessage = 1000;
const maxLines = 20;

/** Messages of gift slips. */
export interface GiftMessages {
  /** The message for orders without an own message. */
  message: string;
  /** The messages of single orders, by order number. */
  own: Record<string, string>;
  /** Error texts by field name. If there is one, nothing is printed. */
  errors: Record<string, string>;
}

/** Name of the field for an order's own message. */
export function ownMessageField(number: string): string {
  return `message-${number}`;
}

/** Reads the messages of gift slips from a URL. */
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
        `Nothing was printed: all messages of a print may have ${most} together. Print some of the orders separately.`;
  }
  return {
    message: given.find(({ name }) => name === "message")?.words ?? "",
    own: Object.fromEntries(given.flatMap(({ name, words }) => (name === "message" ? [] : [[name.slice(8), words]]))),
    errors,
  };
}
