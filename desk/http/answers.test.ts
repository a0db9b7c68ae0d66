/** Tests the desk's files, cookies, query parameters and limits of form sizes. */

import { expect, test } from "vitest";

import { bodyOf } from "#desk/desk-routes.ts";
import { wantsOneLabelPerAddress, readChosenOrders, readPapersChoice } from "./chosen-orders.ts";
import {
  dropDeskToken,
  readDeskToken,
  readWayCookie,
  setDeskFlash,
  setDeskToken,
  setDeskUndo,
  setWayCookie,
  takeDeskFlash,
  takeDeskUndo,
} from "./cookies.server.ts";
import { csvAnswer, formatRupeesCell } from "./csv-answer.ts";
import { readIdIn, readListQuery } from "./list-query.ts";
import { pdfResponse } from "./pdf-response.ts";

test("a file of the desk is kept nowhere, has its name, and tells spreadsheet programs that it is UTF-8", async () => {
  async function* parts() {
    yield "a,b\n";
    yield "ग,d\n";
  }
  for (const answer of [csvAnswer("papers.csv", "a,b\nग,d\n"), csvAnswer("papers.csv", parts())]) {
    expect(Object.fromEntries(answer.headers)).toEqual({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="papers.csv"',
      "cache-control": "no-store",
    });
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe("\uFEFFa,b\nग,d\n");
  }
  const pdf = pdfResponse(Buffer.from("%PDF"), "bill-1");
  expect(Object.fromEntries(pdf.headers)).toEqual({
    "content-type": "application/pdf",
    "content-disposition": 'inline; filename="bill-1.pdf"',
    "cache-control": "no-store",
  });
});

test("a file of which the browser wants no more is read no further", async () => {
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) yield "a\n";
    } finally {
      isEnded = true;
    }
  }
  const reader = csvAnswer("a.csv", endless()).body!.getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  expect(isEnded).toBe(true);
});

test.each([
  [0, "0.00"],
  [5, "0.05"],
  [-5, "-0.05"],
  [1_250_50, "1250.50"],
  [1_00_000_00, "100000.00"],
])("%i paise are %s in a cell", (paise, cell) => {
  expect(formatRupeesCell(paise)).toBe(cell);
});

const secret = "aB3-_".padEnd(43, "x");
const request = (url: string, cookie: string) => new Request(url, { headers: { cookie } });

/** The attributes of each cookie of the desk, over HTTPS and HTTP. */
const cookies: [
  name: string,
  value: string,
  seconds: number,
  site: string,
  set: (headers: Headers, url: string) => void,
][] = [
  ["desk", secret, 43_200, "Strict", (headers, url) => setDeskToken(headers, url, secret)],
  ["desk", "", 0, "Strict", dropDeskToken],
  ["desk-sign-in", secret, 600, "Lax", (headers, url) => setWayCookie(headers, url, secret)],
  ["desk-flash", "RG9uZS4", 60, "Strict", (headers, url) => setDeskFlash(headers, url, "Done.")],
  ["desk-undo", "7", 60, "Strict", (headers, url) => setDeskUndo(headers, url, 7)],
];

test.each(cookies)(
  "the cookie %s with %j is hidden from scripts, and bound to this host where there is https",
  (name, value, seconds, site, set) => {
    for (const [url, prefix, end] of [
      ["https://desk.test/", "__Host-", "; Secure"],
      ["http://desk.test/", "", ""],
    ] as const) {
      const headers = new Headers();
      set(headers, url);
      expect(headers.getSetCookie()).toEqual([
        `${prefix}${name}=${value}; HttpOnly; Path=/; Max-Age=${seconds}; SameSite=${site}${end}`,
      ]);
    }
  },
);

test("a cookie is read by its whole name, and only when it can be one of ours", () => {
  const [https, http] = ["https://desk.test/", "http://desk.test/"];
  for (const [read, name] of [
    [readDeskToken, "desk"],
    [readWayCookie, "desk-sign-in"],
  ] as const) {
    expect(read(request(https, `a=1; __Host-${name}=${secret}; b=2`))).toBe(secret);
    expect(read(request(http, `${name}=${secret}`))).toBe(secret);
    // A cookie that a page without HTTPS could have set is ignored.
    expect(read(request(https, `${name}=${secret}`))).toBeNull();
    for (const odd of ["", secret.slice(1), `${secret}x`, "x".repeat(42) + "!"])
      expect(read(request(http, `${name}=${odd}`)), odd).toBeNull();
    expect(read(request(http, `x${name}=${secret}; ${name}x=${secret}`))).toBeNull();
  }
});

test("a sentence and an undo are taken once, and what cannot be one is none", () => {
  const url = "http://desk.test/";
  const take = <Taken>(taker: (headers: Headers, asked: Request) => Taken, cookie: string) => {
    const headers = new Headers();
    return { taken: taker(headers, request(url, cookie)), gone: headers.getSetCookie() };
  };
  const flashOf = (text: string) => `desk-flash=${Buffer.from(text).toString("base64url")}`;
  expect(take(takeDeskFlash, flashOf("गोदान is hidden."))).toEqual({
    taken: "गोदान is hidden.",
    gone: ["desk-flash=; HttpOnly; Path=/; Max-Age=0; SameSite=Strict"],
  });
  expect(take(takeDeskFlash, flashOf("x".repeat(1_001))).taken).toHaveLength(1_000);
  expect(take(takeDeskFlash, "")).toEqual({ taken: null, gone: [] });
  const headers = new Headers();
  setDeskFlash(headers, url, "y".repeat(1_001));
  expect(take(takeDeskFlash, headers.getSetCookie()[0]!.split(";")[0]!).taken).toBe("y".repeat(1_000));

  const gone = ["desk-undo=; HttpOnly; Path=/; Max-Age=0; SameSite=Strict"];
  for (const [value, taken] of [
    ["1", 1],
    ["999999999999999", 999_999_999_999_999],
    ["1000000000000000", null],
    ["0", null],
    ["01", null],
    ["-1", null],
    ["x", null],
  ] as const)
    expect(take(takeDeskUndo, `desk-undo=${value}`), value).toEqual({ taken, gone });
  expect(take(takeDeskUndo, "")).toEqual({ taken: null, gone: [] });
});

test("a list is asked for by a text of 200 characters and an id; neither is needed", () => {
  const read = (query: string) => readListQuery(`https://desk.test/authors?${query}`);
  expect(read("")).toEqual({ text: "", after: null, join: null });
  expect(read("text=&after=&join=")).toEqual({ text: "", after: null, join: null });
  expect(read("text=+0+&after=0&join=0")).toEqual({ text: "0", after: "0", join: "0" });
  expect(read(`text=${"a".repeat(200)}`).text).toHaveLength(200);
  expect(read(`text=${"a".repeat(201)}`).text).toHaveLength(200);
  expect(read("text=a%00b").text).toBe("ab");
  for (const odd of ["a-", "-a", "a--b", "A", "a_b"]) expect(read(`after=${odd}`).after, odd).toBeNull();
  expect(readIdIn("a".repeat(200))).toBe("a".repeat(200));
  for (const odd of [undefined, "", "a".repeat(201), "a-", "A"]) expect(readIdIn(odd)).toBeNull();
});

test("orders are named each once, and a parcel by a number from 1 to 9999", () => {
  const url = (query: string) => `https://desk.test/parcels/print?${query}`;
  expect(readChosenOrders(url("order=ep-7k2m9qx401&order=+EP-7K2M9QX401+&order=x&order="))).toEqual(["EP-7K2M9QX401"]);
  expect(readChosenOrders(url(""))).toEqual([]);
  const partOf = (part: string) => readPapersChoice(url(`parcel=${part}`)).part;
  expect([partOf("1"), partOf("9999")]).toEqual([1, 9_999]);
  for (const odd of ["0", "10000", "01", "-1", "1.5", ""]) expect(partOf(odd), odd).toBeUndefined();
  expect(readPapersChoice(url(""))).toEqual({ part: undefined, isPackedOnly: false });
  expect(readPapersChoice(url("packed=yes")).isPackedOnly).toBe(true);
  expect(readPapersChoice(url("packed=no")).isPackedOnly).toBe(false);
  expect(["together=yes", "together=no", ""].map((query) => wantsOneLabelPerAddress(url(query)))).toEqual([
    true,
    false,
    false,
  ]);
});

test("forms may have 512 kB and no files; only the page of a cover may have more, and takes one", () => {
  const usual = { maxBytes: 512 * 1024 };
  for (const path of ["/", "/books/godan", "/books/godan.data", "/books/a/b/cover", "/no-such-page", "/import"])
    expect(bodyOf(path), path).toEqual(usual);
  const ofCover = { maxBytes: 15.5 * 1024 * 1024, takesFiles: true };
  for (const path of ["/books/godan/cover", "/books/godan/cover.data"]) expect(bodyOf(path), path).toEqual(ofCover);
});
