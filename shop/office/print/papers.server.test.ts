/** Tests of printed papers: packing and gift slips, address labels, pick lists, order lists and shelf labels. */
import { expect, test } from "vitest";

import { boxesIn, drawingsOf, lettersOf, pagesOf, sizeOf, textOf } from "#tests/support/pages/pdf.ts";
import { renderLabels, renderLabelSheets } from "./address-label.server.ts";
import { modules, quietZone } from "./ean13.ts";
import { renderSlips } from "./packing-slip.server.ts";
import { planLabels, points, type PaperBook, type ParcelPapers } from "./parcel-papers.ts";
import { renderOrderList } from "./order-list.server.ts";
import { gatherBooks, renderPickList } from "./pick-list.server.ts";
import { renderShelfLabels } from "./shelf-label.server.ts";

const at = new Date("2026-11-22T10:00:00Z");
const sender = {
  shopName: "Endpaper",
  addressLines: ["1 Church Street", "Bengaluru 560001"],
  phone: "+91 80 1",
  email: "",
};

function book(given: Partial<PaperBook> = {}): PaperBook {
  const plain = {
    title: "A Suitable Boy",
    author: "Vikram Seth",
    format: "Paperback",
    isbn13: null,
    category: "Fiction",
    place: "",
  };
  return { ...plain, copies: 1, ...given };
}
function parcel(given: Partial<ParcelPapers> = {}): ParcelPapers {
  return {
    number: "EP-7K2M9QX4TB",
    door: null,
    part: null,
    following: 0,
    isCollection: false,
    collectPaise: 0,
    confirmedAt: "2026-11-20T10:00:00Z",
    name: "Asha Rao",
    phone: "+919876543210",
    streetLines: ["12 Residency Road"],
    city: "Bengaluru",
    pin: "560025",
    state: "Karnataka",
    books: [book()],
    booked: null,
    ...given,
  };
}
const ordered = {
  supplier: "Rupa",
  copies: 12,
  costPaise: 15_050,
  why: "9 ÷ 30 × 37 = 12; + 0 waited for − 0 for sale = 12",
};
const hindi = parcel({
  name: "प्रेमा विश्वनाथन्",
  streetLines: ["१२, महात्मा गांधी मार्ग, क्षत्रिय नगर", "शिवाजी चौक के पास"],
  city: "पुणे",
  books: [book({ title: "गोदान", author: "प्रेमचंद" })],
});
const long = parcel({
  number: "EP-0000000002",
  name: "Venkatanarasimharajuvaripeta ".repeat(7).slice(0, 200),
  streetLines: ["Behind the Old Post Office, Near the Banyan Tree ".repeat(5).slice(0, 200), "x".repeat(200)],
  city: "Malleswaram ".repeat(9).slice(0, 100),
  books: Array.from({ length: 50 }, (_, place) => book({ title: `The Argumentative Indian ${place}` })),
});

test("a slip begins a page of its own for each order, and an order of fifty books goes on over several", async () => {
  const plain = { isGift: false } as const;
  expect(pagesOf(await renderSlips([parcel()], sender, plain, at))).toBe(1);
  expect(pagesOf(await renderSlips([parcel(), hindi], sender, plain, at))).toBe(2);
  const pages = pagesOf(await renderSlips([long], sender, plain, at));
  expect(pages).toBeGreaterThan(2);
  expect(pagesOf(await renderSlips([long, parcel()], sender, plain, at))).toBe(pages + 1);
});

test("a gift slip has what the giver says and no price, and tells nobody's street", async () => {
  const message = "जन्मदिन मुबारक!\n\nWith love";
  const [gift, plain] = await Promise.all([
    renderSlips([parcel()], sender, { isGift: true, message }, at),
    renderSlips([parcel()], sender, { isGift: false }, at),
  ]);
  for (const letter of "जन") expect(lettersOf(gift), letter).toContain(letter);
  for (const pdf of [gift, plain]) expect(lettersOf(pdf)).not.toContain("₹");
  // A gift slip lacks the street, the town and the phone number.
  expect(drawingsOf(gift)[0]!.match(/ TJ/g)!.length).toBeLessThan(drawingsOf(plain)[0]!.match(/ TJ/g)!.length + 3);
  const hearts = await renderSlips([parcel()], sender, { isGift: true, message: "Happy birthday 🎂❤️, © 2026 ☺!" }, at);
  expect(boxesIn(hearts)).toBe(0);
  expect(textOf(hearts).split("\n")).toContain("Happy birthday, © 2026!");
  // A message of any length is printed in full, with the books below it.
  const verse = Array.from({ length: 60 }, (_, place) => `Verse ${place + 1} of sixty`);
  const huge = await renderSlips([parcel()], sender, { isGift: true, message: verse.join("\n") }, at);
  expect(pagesOf(huge)).toBe(3);
  expect(textOf(huge).split("\n")).toEqual(expect.arrayContaining([...verse, "A Suitable Boy"]));
});

test("the label of a booked parcel has the carrier's number, and what is collected at the door", async () => {
  const booked = { courier: "Xpressbees Surface", trackingNumber: "SR1000001" };
  const paid = textOf(await renderLabels([parcel({ booked })], sender, at));
  expect(paid).toContain("Xpressbees Surface SR1000001");
  expect(paid).toContain("PREPAID");
  const owed = textOf(await renderLabels([parcel({ booked, collectPaise: 54_000 })], sender, at));
  expect(owed).toMatch(/COD\s+₹\s*540/);
  expect(owed).not.toContain("PREPAID");
});

test("a label is 100 by 150 mm, one for each order; on A4 there are four on a page", async () => {
  const labels = await renderLabels([parcel(), hindi, long], sender, at);
  expect(pagesOf(labels)).toBe(3);
  expect(sizeOf(labels)).toEqual([expect.closeTo(points(100), 1), expect.closeTo(points(150), 1)]);
  expect(textOf(labels)).toContain("PREPAID");
  const sheets = await renderLabelSheets([parcel(), hindi, long, parcel(), parcel()], sender, at);
  expect(pagesOf(sheets)).toBe(2);
  expect(sizeOf(sheets)).toEqual([595.28, 841.89]);
});

/** The vertical positions of the texts on each page, in points from the top. */
function baselines(pdf: Buffer): number[][] {
  return drawingsOf(pdf).map((drawing) =>
    [...drawing.matchAll(/^1 0 0 1 [\d.-]+ ([\d.-]+) Tm$/gm)].map(([, y]) => points(150) - Number(y)),
  );
}

test("a name of 200 letters and the longest address stay above the PIN code", async () => {
  const [plain, longest] = [await renderLabels([parcel()], sender, at), await renderLabels([long], sender, at)];
  const foot = points(150) - points(6) - 62 + 8;
  for (const pdf of [plain, longest]) {
    const lines = baselines(pdf)[0]!;
    expect(lines.length).toBeGreaterThan(8);
    // Only the four texts of the foot are below the rule.
    expect(lines.filter((y) => y > foot)).toHaveLength(4);
    expect(Math.max(...lines)).toBeLessThan(points(150));
  }
});

test("Devanagari has its letters on every paper", async () => {
  const papers = [
    await renderSlips([hindi], sender, { isGift: false }, at),
    await renderLabels([hindi], sender, at),
    await renderLabelSheets([hindi], sender, at),
    await renderPickList([hindi], "Endpaper", at),
    await renderShelfLabels([{ ...hindi.books[0]!, pricePaise: 49900 }], "Endpaper", at),
    await renderOrderList([{ ...hindi.books[0]!, ...ordered }], { supplier: "वाणी प्रकाशन", shopName: "Endpaper", at }),
  ];
  for (const pdf of papers) {
    expect(boxesIn(pdf)).toBe(0);
    // A letter of the title, of the name and of the street.
    expect(lettersOf(pdf)).toContain("न");
  }
});

test("a list of what to order goes on over several pages, and says it when there is nothing", async () => {
  const plain = { supplier: null, shopName: "Endpaper", at };
  const books = Array.from({ length: 60 }, (_, i) => ({
    ...book({ title: `Long title ${i} `.repeat(15) }),
    ...ordered,
  }));
  expect(pagesOf(await renderOrderList(books, plain))).toBeGreaterThan(3);
  const [one, none] = [await renderOrderList(books.slice(0, 1), plain), await renderOrderList([], plain)];
  expect(lettersOf(one)).toContain("₹");
  // The calculation of each number is printed below it.
  expect(lettersOf(one)).toContain("÷");
  expect([pagesOf(none), lettersOf(none).has("₹")]).toEqual([1, false]);
});

test("the books of many orders are fetched once each, by category, with the copies of all", () => {
  const [poems, novel] = [book({ title: "Poems", category: "Poetry" }), book()];
  const picked = gatherBooks([
    { number: "EP-A", books: [poems, novel] },
    { number: "EP-B", books: [{ ...novel, copies: 2 }] },
  ]);
  expect(picked.map(({ title, copies }) => [title, copies])).toEqual([
    ["A Suitable Boy", 3],
    ["Poems", 1],
  ]);
  expect(picked[0]!.orders).toEqual([
    { number: "EP-A", copies: 1 },
    { number: "EP-B", copies: 2 },
  ]);
});

test("books are fetched in the order of their places, A9 before A10; those without a place come last", () => {
  const at = (title: string, place: string) => book({ title, place });
  const books = [at("None", ""), at("Tenth", "A10, left"), at("Ninth", "A9"), at("Door", "By the door")];
  expect(gatherBooks([{ number: "EP-A", books }]).map(({ title }) => title)).toEqual([
    "Ninth",
    "Tenth",
    "Door",
    "None",
  ]);
});

test("the bars of a shelf label have GS1's smallest size, with the quiet zones free", async () => {
  const shelfBook = { ...book({ isbn13: "9780143334903" }), pricePaise: 49900 };
  const pdf = await renderShelfLabels([shelfBook], "Endpaper", at);
  const bars = [...drawingsOf(pdf)[0]!.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map((found) =>
    found.slice(1).map(Number),
  );
  expect(bars).toHaveLength(30);
  const module = points(0.264);
  const left = Math.min(...bars.map(([x]) => x!));
  const right = Math.max(...bars.map(([x, , width]) => x! + width!));
  expect(right - left).toBeCloseTo(modules * module, 1);
  expect(points(70) - points(3) - right).toBeCloseTo(quietZone.right * module, 1);
  expect(Math.min(...bars.map(([, , , height]) => height!))).toBeCloseTo(points(18.28), 1);
  // A number with a wrong check digit gets no bars.
  const withoutBars = await renderShelfLabels([{ ...shelfBook, isbn13: "9780143334904" }], "Endpaper", at);
  expect(drawingsOf(withoutBars)[0]).not.toMatch(/ re$/m);
  expect(
    pagesOf(
      await renderShelfLabels(
        Array.from({ length: 25 }, () => shelfBook),
        "Endpaper",
        at,
      ),
    ),
  ).toBe(2);
});

test("orders to one door share a label only when that is asked, and what was sent has its own", () => {
  const parcels = ["A", "B", "C", "D"].map((number) =>
    parcel({ number, door: { A: "A", B: "B", C: "A" }[number] ?? null }),
  );
  const plan = (isOneToADoor: boolean) =>
    planLabels(parcels, isOneToADoor).map(({ number, others = [] }) => [number, ...others].join("+"));
  expect(plan(true)).toEqual(["A+C", "B", "D"]);
  expect(plan(false)).toEqual(["A", "B", "C", "D"]);
});

test("the numbers of eleven orders in one parcel stand on its label beside a long address", async () => {
  const others = Array.from({ length: 10 }, (_, place) => `EP-00000000${10 + place}`);
  const pdf = await renderLabels([{ ...hindi, others }], sender, at);
  expect(pagesOf(pdf)).toBe(1);
  for (const number of [hindi.number, ...others]) expect(textOf(pdf)).toContain(number);
});
