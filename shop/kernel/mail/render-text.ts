import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { plainWords, replaceInBlock, type TextBlock } from "#shop/kernel/text/formatted-text.ts";
import { splitGraphemes } from "#shop/kernel/text/split-graphemes.ts";
import type { LetterBooks, LetterContent, LetterLink, LetterShop } from "./letter-content.ts";

/** Columns of a line; fits a phone in landscape and every terminal. */
const width = 66;
/** Columns left for a title in front of an amount such as `−₹1,23,456.50`. */
const titleWidth = width - 15;

/** Renders a letter as plain text, with the amounts in one column. */
export function renderText(letter: LetterContent, shop: LetterShop): string {
  const { action, books, address, links, note } = letter;
  const parts = [
    letter.greeting,
    ...letter.paragraphs.map((one) => setParagraph(one)),
    letter.facts.map(({ label, value }) => setFact(label, value)).join("\n"),
    action && setLink(action),
    books && setBooks(books),
    address && `${setHeading(address.heading)}\n${address.lines.flatMap((line) => wrap(line, width)).join("\n")}`,
    ...links.map(setLink),
    note && wrap(note, width).join("\n"),
    `With good wishes,\n${cleanText(shop.name)}`,
    setFooter(letter, shop),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function setParagraph(one: LetterContent["paragraphs"][number]): string {
  if (typeof one === "string") return wrap(one, width).join("\n");
  if ("label" in one) return setLink(one);
  if (!("title" in one)) return setBlock(one);
  const about = wrap(one.about, titleWidth - 2).map((line) => `  ${line}`);
  return [setAmount(one.title, one.amount), ...about, one.url].join("\n");
}

/** Formatted text without bold and italic; each link is followed by its address. */
function setBlock(block: TextBlock): string {
  const plain = replaceInBlock(block, (piece) => ("field" in piece ? "" : `${plainWords(piece.pieces)} (${piece.to})`));
  if ("heading" in plain) return setHeading(plainWords(plain.heading));
  if ("paragraph" in plain) return wrapLines(plainWords(plain.paragraph), width).join("\n");
  const { items, first } = plain;
  return items
    .map((item, place) => {
      const sign = first === null ? "- " : `${first + place}. `;
      return sign + wrapLines(plainWords(item), width - sign.length).join(`\n${" ".repeat(sign.length)}`);
    })
    .join("\n");
}

function setLink({ label, url }: LetterLink): string {
  return `${label}:\n${url}`;
}

function setFact(label: string, value: string): string {
  return wrap(value, width - label.length - 2)
    .map((line, index) => (index === 0 ? `${label}: ${line}` : `${" ".repeat(label.length + 2)}${line}`))
    .join("\n");
}

function setBooks({ heading, lines, sums, total }: LetterBooks): string {
  const set = lines.map(({ title, about, amount }) =>
    [setAmount(title, amount), ...wrap(about, titleWidth - 2).map((line) => `  ${line}`)].join("\n"),
  );
  const below = sums.map(({ label, amount }) => setAmount(label, amount));
  const last = total ? [" ".repeat(width - 15) + "-".repeat(15), setAmount(total.label, total.amount)] : [];
  return [setHeading(heading), set.join("\n\n"), ...(total ? ["", ...below, ...last] : below)].join("\n");
}

/** Puts the amount at the right edge of the label's first line. */
function setAmount(label: string, amount = ""): string {
  const [first = "", ...others] = wrap(label, amount ? titleWidth : width);
  const gap = " ".repeat(Math.max(1, width - countColumns(first) - amount.length));
  return [amount ? first + gap + amount : first, ...others].join("\n");
}

function setHeading(heading: string): string {
  return `${heading.toUpperCase()}\n${"-".repeat(width)}`;
}

function setFooter({ because, unsubscribe }: LetterContent, shop: LetterShop): string {
  const { name, publicUrl, supportEmail, supportPhone, postalAddress } = shop;
  return [
    "-- ", // the separator by which mail programs recognize a signature
    `Questions? Write to ${cleanText(supportEmail)}`,
    `or call ${cleanText(supportPhone)}.`,
    ...wrap(because, width),
    ...(unsubscribe ? [setLink(unsubscribe)] : []),
    cleanText(name),
    ...wrap(cleanText(postalAddress), width),
    publicUrl,
  ].join("\n");
}

function wrapLines(text: string, maxLength: number): string[] {
  return text.split("\n").flatMap((line) => wrap(line, maxLength));
}

/** Wraps text at spaces, and breaks words that are wider than a line. */
function wrap(text: string, maxLength: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((long) => breakWord(long, maxLength))) {
    if (line !== "" && countColumns(line) + 1 + countColumns(word) > maxLength) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

function breakWord(word: string, maxLength: number): string[] {
  if (word.length <= maxLength) return [word];
  const characters = splitGraphemes(word);
  const pieces: string[] = [];
  while (characters.length > 0) pieces.push(characters.splice(0, maxLength).join(""));
  return pieces;
}

/** Counts columns; combining marks and format characters have no column of their own. */
function countColumns(text: string): number {
  return Array.from(text.replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, "")).length;
}
