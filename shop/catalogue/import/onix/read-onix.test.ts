/**
 * Tests of the ONIX reader: reference names and short tags, versions 2.1 and 3, notices, prices, broken products and
 * encodings.
 */
import { expect, test } from "vitest";

import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import {
  olderProduct,
  onixMessage,
  readMessage,
  referenceProduct,
  shortProduct,
  smallProduct,
} from "#tests/support/onix-messages.ts";

const novel = {
  reference: "in.example.4711",
  isbn: "9780143449348",
  title: "The Rain & the River",
  subtitle: "A novel",
  description: "<p>It <em>rains</em>.</p><p>R&amp;D &lt;3</p>",
  contributors: [
    { name: "Ursula K. Le Guin", sortName: "Le Guin, Ursula K.", role: "author" },
    { name: "Meera Iyer", role: "translator" },
  ],
  series: { name: "Monsoon Mysteries", position: "2" },
  publisher: "Banyan",
  publisherGroup: "Banyan House",
  format: "BC",
  language: "eng",
  pages: "312",
  publishedOn: "202403",
  editionStatement: "2nd edition",
  mrp: { amount: "399.00", currency: "INR" },
  otherMrps: [{ amount: "9.99", currency: "USD" }],
  laterMrps: [],
  supplier: "Prakash Books",
  availability: "21",
  subjects: [
    { scheme: "bisac", code: "FIC022000" },
    { scheme: "keyword", code: "monsoon" },
    { scheme: "keyword", code: "river" },
  ],
  audience: "01",
  ageFrom: "12",
  ageTo: "15",
  height: { value: "19.8", unit: "cm" },
  weight: { value: "240", unit: "g" },
  coverLink: "https://covers.example/4711.jpg",
};

const header = "<Header><DefaultCurrencyCode>INR</DefaultCurrencyCode></Header>";
const shortMessage = `<ONIXmessage release="3.1" xmlns="http://ns.editeur.org/onix/3.1/short">
  <header><sender><x298>Banyan</x298></sender><m186>INR</m186></header>${shortProduct}</ONIXmessage>`;
const olderMessage = `<?xml version="1.0"?>
  <!DOCTYPE ONIXMessage SYSTEM "http://www.editeur.org/onix/2.1/reference/onix-international.dtd">
  <ONIXMessage>${header}${olderProduct}</ONIXMessage>`;

test.each([
  ["3.1 with reference names", onixMessage(referenceProduct)],
  ["3.1 with short tags", shortMessage],
  ["2.1", olderMessage],
  ["no namespace and no release", `<ONIXMessage>${header}${referenceProduct}</ONIXMessage>`],
  ["another namespace", `<ONIXMessage xmlns="http://example.com/other">${header}${referenceProduct}</ONIXMessage>`],
  [
    "names with a prefix",
    `<o:ONIXMessage xmlns:o="http://ns.editeur.org/onix/3.0/reference">${header}${referenceProduct}</o:ONIXMessage>`
      .replace(/<(\/?)([A-Z])/g, "<$1o:$2")
      .replaceAll("o:o:", "o:"),
  ],
])("a novel is the same record in %s", async (_, message) => {
  const { records, lines } = await readMessage(message);
  // A contributor of one example with another role, and the price of a promotion.
  const said = ["Not Printed (A24 in ONIX list 17)", "99 INR is for a promotion (08 in ONIX list 59)"];
  for (const { reason } of lines)
    expect(
      said.some((words) => reason.includes(words)),
      reason,
    ).toBe(true);
  expect(records).toEqual([{ place: { line: expect.any(Number), record: 1 }, ...novel }]);
});

test("where a record begins does not depend on how the bytes arrive", async () => {
  const message = onixMessage(smallProduct(1), "", smallProduct(2));
  for (const portion of [1, 7, 64, 10_000]) {
    const { records } = await readMessage(message, portion);
    expect(records.map(({ place }) => place)).toEqual([
      { line: 4, record: 1 },
      { line: 8, record: 2 },
    ]);
  }
});

test("notices: deletions and partial ones are records that say so, tests are passed over", async () => {
  const withNotice = (number: number, code: string) => smallProduct(number).replace(">03<", `>${code}<`);
  const { records, lines } = await readMessage(
    onixMessage(withNotice(1, "05"), withNotice(2, "04"), withNotice(3, "88"), withNotice(4, "89")),
  );
  expect(records.map(({ reference, notice }) => [reference, notice])).toEqual([
    ["ref-1", "delete"],
    ["ref-2", "partial"],
  ]);
  expect(lines.map(({ kind, record }) => [kind, record])).toEqual([
    ["skipped", "ref-3"],
    ["skipped", "ref-4"],
  ]);
});

test("a name in another script, and works in other languages", async () => {
  const contributor = `<Contributor><SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole>
    <PersonName>Bhisham Sahni</PersonName>
    <AlternativeName><NameType>05</NameType><PersonName>भीष्म साहनी</PersonName></AlternativeName>
    <AlternativeName><NameType>01</NameType><PersonName>Somebody</PersonName></AlternativeName></Contributor>`;
  const related = (code: string, value: string) => `<RelatedWork><WorkRelationCode>${code}</WorkRelationCode>
    <WorkIdentifier><WorkIDType>01</WorkIDType><IDTypeName>Banyan</IDTypeName><IDValue>${value}</IDValue></WorkIdentifier></RelatedWork>`;
  const message = smallProduct(1).replace(
    "</DescriptiveDetail>",
    `${contributor}</DescriptiveDetail>
    <RelatedMaterial>${related("01", "7")}${related("29", "8")}${related("49", "9")}${related("02", "10")}</RelatedMaterial>`,
  );
  const { records } = await readMessage(onixMessage(message));
  expect(records[0]).toMatchObject({
    workReference: "Banyan:7",
    inOtherLanguages: [
      { reference: "Banyan:8", isOriginal: true },
      { reference: "Banyan:9", isOriginal: false },
    ],
    contributors: [{ name: "Bhisham Sahni", role: "author", otherNames: ["भीष्म साहनी"] }],
  });
});

test("a price of which neither product nor header says the currency is left out, with a line", async () => {
  const priced = smallProduct(1).replace(
    "</Product>",
    "<ProductSupply><SupplyDetail><Price><PriceType>02</PriceType><PriceAmount>300</PriceAmount></Price></SupplyDetail></ProductSupply></Product>",
  );
  const { records, lines } = await readMessage(`<ONIXMessage>${priced}</ONIXMessage>`);
  expect(records[0]).not.toHaveProperty("mrp");
  expect(lines).toMatchObject([{ kind: "mended", field: "mrp", reason: expect.stringContaining("currency") }]);
});

test("a product that is no XML is refused by its line, and the others are records", async () => {
  const message = onixMessage(
    smallProduct(1),
    smallProduct(2).replace("</TitleText>", "</TitleTxt>"),
    smallProduct(3).replace("</Product>", ""),
    smallProduct(4),
  );
  const { records, lines } = await readMessage(message);
  expect(records.map(({ reference }) => reference)).toEqual(["ref-1", "ref-4"]);
  expect(lines).toMatchObject([
    { kind: "refused", record: "ref-2", place: { line: 7, record: 2 }, reason: expect.stringContaining("line 8") },
    { kind: "refused", place: { line: 10, record: 3 }, reason: expect.stringContaining("does not end") },
  ]);
});

test("a file that is cut off keeps what came before, and says so in its last line", async () => {
  const message = onixMessage(smallProduct(1), smallProduct(2), smallProduct(3));
  const { records, lines } = await readMessage(message.slice(0, message.indexOf("Book 3")));
  expect(records.map(({ reference }) => reference)).toEqual(["ref-1", "ref-2"]);
  expect(lines).toMatchObject([
    { kind: "refused", place: { record: 3 }, reason: "It never ends." },
    { kind: "refused", reason: expect.stringContaining("cut off") },
  ]);
});

test.each(["<!-- a comment", "<![CDATA[ a section"])("%s that never ends spoils one record only", async (beginning) => {
  const { records, lines } = await readMessage(
    onixMessage(smallProduct(1), smallProduct(2, beginning), smallProduct(3), smallProduct(4)),
  );
  expect(records.map(({ reference }) => reference)).toEqual(["ref-1", "ref-3", "ref-4"]);
  expect(lines).toMatchObject([
    { kind: "refused", place: { record: 2 }, reason: expect.stringContaining("never ends") },
  ]);
});

test("what stands in comments and CDATA sections is no product", async () => {
  const { records } = await readMessage(
    onixMessage(`<!-- ${smallProduct(1)} -->`, smallProduct(2, "<![CDATA[How to write </Product> & <Product>]]>")),
  );
  expect(records.map(({ title }) => title)).toEqual(["How to write </Product> & <Product>"]);
});

test("a product without end is given up at 4 MB, and memory does not grow with the file", async () => {
  const filler = Buffer.alloc(1_000_000, "x".repeat(99));
  async function* portions() {
    yield Buffer.from(onixMessage(smallProduct(1)).replace("</ONIXMessage>", "<Product><Text>"));
    for (let megabyte = 0; megabyte < 64; megabyte++) yield filler;
    yield Buffer.from(`</Text></Product>${smallProduct(3)}</ONIXMessage>`);
  }
  const { readOnix } = await import("./read-onix.ts");
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const seen = [];
  for await (const item of readOnix(portions())) {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    seen.push("record" in item ? item.record.reference : item.refused.reason);
  }
  expect(seen).toEqual(["ref-1", "It is larger than 4 MB.", "ref-3"]);
  expect(most).toBeLessThan(60_000_000);
});

test("entities: those of the 2.1 DTD are known, a file's own are not used, and nothing is fetched", async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE ONIXMessage [
    <!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;"><!ENTITY file SYSTEM "file:///etc/passwd">]>
    <ONIXMessage>${smallProduct(1, "Caf&eacute; &ndash; &lol2; &file; &constructor;")}</ONIXMessage>`;
  const { records, lines } = await readMessage(bomb);
  expect(records[0]!.title).toBe("Café – &lol2; &file; &constructor;");
  expect(lines.map(({ reason }) => reason)).toEqual([
    expect.stringContaining("entities of its own"),
    expect.stringContaining("unknown entities"),
  ]);
});

test("a bare & or < and control characters are mended, with a line", async () => {
  const { records, lines } = await readMessage(
    onixMessage(smallProduct(1, "R & D\u000b < Barnes &#146;n&#11; Noble <![CDATA[&]]>")),
  );
  expect(records[0]!.title).toBe("R & D < Barnes ’n Noble &");
  expect(lines.map(({ kind }) => kind)).toEqual(["mended", "mended"]);
});

test.each([
  ["UTF-8 with a byte order mark", (text: string) => Buffer.from(`\ufeff${text}`)],
  ["UTF-16, little end first", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
  ["UTF-16, big end first", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
  ["UTF-16 without a mark", (text: string) => Buffer.from(text, "utf16le")],
  ["ISO 8859-1", (text: string) => Buffer.from(text.replace("UTF-8", "iso-8859-1"), "latin1")],
  ["Windows-1252", (text: string) => Buffer.from(text.replace("UTF-8", "windows-1252"), "latin1")],
])("a file in %s is read, whole or byte by byte", async (_, encode) => {
  const bytes = encode(onixMessage(smallProduct(1, "Émile für Ñandú"), smallProduct(2)));
  for (const portion of [1, 5000]) {
    const { records, lines } = await readMessage(bytes, portion);
    expect(lines).toEqual([]);
    expect(records.map(({ title }) => title)).toEqual(["Émile für Ñandú", "Book 2"]);
  }
});

test("a file that lies about its encoding is read for what it is, with a line", async () => {
  const inUtf8 = await readMessage(onixMessage(smallProduct(1, "गोदान – Émile")).replace("UTF-8", "ISO-8859-1"));
  expect(inUtf8.records[0]!.title).toBe("गोदान – Émile");
  expect(inUtf8.lines).toMatchObject([{ kind: "mended", reason: expect.stringContaining("UTF-8") }]);
  // One invalid byte next to valid characters.
  const title = Buffer.concat([
    Buffer.from("Café "),
    Buffer.from([0x93]),
    Buffer.from("noir"),
    Buffer.from([0x94, 0xe9]),
  ]);
  const [before, after] = onixMessage(smallProduct(1, "TITLE"), smallProduct(2)).split("TITLE");
  const mixed = await readMessage(Buffer.concat([Buffer.from(before!), title, Buffer.from(after!)]));
  expect(mixed.records[0]!.title).toBe("Café “noir”é");
  expect(mixed.lines).toMatchObject([{ kind: "mended", reason: expect.stringContaining("Windows-1252") }]);
  const unknown = await readMessage(onixMessage(smallProduct(1)).replace("UTF-8", "klingon-8"));
  expect(unknown.lines).toMatchObject([{ reason: expect.stringContaining("klingon-8") }]);
});

test.each([
  ["an empty file", ""],
  ["a page", "<!doctype html><html><body><p>Hello</p></body></html>"],
  ["another list of products", "<feed><Product><name>Soap</name></Product></feed>"],
  ["a long line", "x".repeat(100_000)],
  ["UTF-32", Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])],
])("%s is no ONIX message", async (_, message) => {
  await expect(readMessage(message)).rejects.toThrow(UnreadableFileError);
});
