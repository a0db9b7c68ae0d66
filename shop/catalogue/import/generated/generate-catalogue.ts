/** Generates a catalogue of made-up books, for development and measurements. */
import { requiredItem } from "#shop/kernel/text/required-value.ts";
import type { BookFormat } from "#shop/catalogue/fields/record-values.ts";
import { checkRecord, type CheckedRecord } from "#shop/catalogue/records/check-record.ts";
import { drawer, type Draw } from "./draw-lots.ts";
import {
  adjectives,
  categories,
  givenNames,
  nouns,
  openings,
  places,
  publishers,
  sentences,
  surnames,
} from "./generated-words.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";

const formats: [BookFormat, number][] = [
  ["paperback", 70],
  ["hardback", 22],
  ["boxed-set", 2],
  ["board-book", 4],
  ["spiral-bound", 1],
  ["audio-cd", 1],
];
const languages: [string, number][] = [
  ["en", 82],
  ["hi", 8],
  ["ta", 3],
  ["bn", 3],
  ["mr", 2],
  ["ml", 2],
];
/** Every seventh record is a second edition of the work before it. */
const editionEvery = 7;
const seriesLength = 5;

/**
 * Generates `books` records, always the same ones, distributed like a real catalogue: few authors wrote many books,
 * most wrote one; prices, formats, languages, stock and ratings vary as in a shop.
 */
export async function* generateRecords(books: number): AsyncGenerator<{ record: RawRecord }> {
  const authors = Math.max(1, Math.round(books / 2.5));
  for (let number = 0; number < books; number += 1) yield { record: generateRecord(number, authors) };
}

/** The generated records after the checks of an import. */
export async function* generatedItems(books: number): AsyncGenerator<CheckedRecord> {
  for await (const { record } of generateRecords(books)) yield checkRecord(record, { exchangeRates: {} });
}

function generateRecord(number: number, authors: number): RawRecord {
  const isSecond = number % editionEvery === editionEvery - 1;
  const work = isSecond ? number - 1 : number;
  const draw = drawer(work);
  const own = drawer(number + 0.5);
  const author = Math.floor(authors * draw.part() ** 2.2);
  const category = draw.one(categories);
  const title = makeTitle(draw);
  const mrp = Math.round((149 + 1400 * draw.part() ** 3) / 50) * 50 - 1 + (isSecond ? 300 : 0);
  const year = 1950 + Math.floor(76 * own.part() ** 0.4);
  const ratings = Math.floor(3 * (1 / (draw.part() + 0.0005)));
  const seriesNumber = Math.floor(author / 3) % 4 === 0 ? (work % seriesLength) + 1 : null;
  const publisher = requiredItem(publishers, Math.floor(publishers.length * draw.part() ** 2));
  return {
    place: { line: number + 1, record: number + 1 },
    reference: `generated-${number + 1}`,
    isbn: isbnOf(number),
    title,
    ...(draw.part() < 0.3 && { subtitle: `${draw.one(openings)} ${draw.one(places)}` }),
    description: Array.from({ length: 2 + Math.floor(draw.part() * 3) }, () => sentence(draw)).join(" "),
    contributors: [{ name: nameOf(author), role: "author" }],
    ...(seriesNumber && {
      series: { name: `${surnameOf(author)} ${nouns[author % nouns.length]} books`, position: String(seriesNumber) },
    }),
    publisher,
    format: isSecond ? "hardback" : weighed(own, formats),
    language: weighed(draw, languages),
    pages: String(48 + Math.floor(600 * own.part() ** 1.5)),
    publishedOn: `${year}-${String(1 + Math.floor(own.part() * 12)).padStart(2, "0")}-${String(1 + Math.floor(own.part() * 28)).padStart(2, "0")}`,
    mrp: { amount: String(mrp), currency: "INR" },
    price: { amount: String(Math.ceil(mrp * (1 - Math.floor(own.part() * 6) * 0.05))), currency: "INR" },
    copies: String(own.part() < 0.15 ? 0 : Math.floor(1 + 20 * own.part() ** 2)),
    subjects: [
      { scheme: "name", code: category },
      ...(draw.part() < 0.4 ? [{ scheme: "name" as const, code: draw.one(categories) }] : []),
    ],
    rating: (3 + 2 * draw.part() ** 0.7).toFixed(2),
    ratingCount: String(ratings),
    weight: { value: String(120 + Math.floor(own.part() * 700)), unit: "g" },
  };
}

function makeTitle(draw: Draw): string {
  const [adjective, noun, other, place] = [draw.one(adjectives), draw.one(nouns), draw.one(nouns), draw.one(places)];
  const shapes = [
    () => `The ${adjective} ${noun}`,
    () => `The ${noun} of ${place}`,
    () => `${noun} and ${other}`,
    () => `A ${noun} in ${place}`,
    () => `${adjective} ${noun}, ${adjective === "Silent" ? "Quiet" : "Silent"} ${other}`,
    () => `The Last ${noun} of ${place}`,
    () => `${place}`,
    () => `Where the ${other} Meets the ${noun}`,
    () => `${adjective} ${place}: A ${noun}`,
    () => `The ${noun} Keeper's ${other}`,
  ];
  return draw.one(shapes)();
}

function sentence(draw: Draw): string {
  return draw
    .one(sentences)
    .replaceAll("{noun}", () => draw.one(nouns).toLowerCase())
    .replaceAll("{place}", () => draw.one(places))
    .replaceAll("{adjective}", () => draw.one(adjectives).toLowerCase());
}

function surnameOf(author: number): string {
  return requiredItem(surnames, author % surnames.length);
}

/** The name of an author number, always the same; after all pairs of names are used, initials are added. */
function nameOf(author: number): string {
  const given = requiredItem(givenNames, Math.floor(author / surnames.length) % givenNames.length);
  const round = Math.floor(author / (surnames.length * givenNames.length));
  const initials =
    round === 0
      ? ""
      : ` ${[...round.toString(26)].map((digit) => String.fromCharCode(65 + Number.parseInt(digit, 26))).join(". ")}.`;
  return `${given}${initials} ${surnameOf(author)}`;
}

/** An ISBN of an unassigned registrant block, 979-8-9, with a valid check digit. */
function isbnOf(number: number): string {
  const digits = `97989${String(number % 10_000_000).padStart(7, "0")}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function weighed<T>(draw: Draw, choices: [T, number][]): T {
  let left = draw.part() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) if ((left -= weight) < 0) return choice;
  return requiredItem(choices, 0)[0];
}
