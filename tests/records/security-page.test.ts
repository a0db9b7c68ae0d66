import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { documents } from "#routing/documents.ts";
import { suggestionsPath } from "#shop/catalogue/search/suggestion.ts";
import {
  listDeskRoutes,
  listOtherAddresses,
  listShopRoutes,
  listTokenEndpoints,
} from "#tests/support/places/endpoint-tables.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "security.md"), "utf8");

/** The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0. */
const sections =
  "1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 " +
  "5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 " +
  "8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 " +
  "12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 " +
  "16.4:3 16.5:3 17.1:1 17.2:4 17.3:2";

/** The rows of the tables under a heading, without the header rows. */
function rowsUnder(heading: string): string[] {
  const [, text = ""] = page.split(`\n## ${heading}\n`);
  const lines = text.split(/\n## /)[0]!.split("\n");
  return lines.filter(
    (line, place) => line.startsWith("| ") && !line.startsWith("| -") && !lines[place + 1]!.startsWith("| -"),
  );
}

test("the page of security says of every route who may ask, who may post, what limits it and what is kept", () => {
  const rows = rowsUnder("Addresses of the shop").filter((row) => row.split("|").length === 7);
  expect(rows).toEqual(listShopRoutes());
});

test("it names every address that is answered before the router", () => {
  const addresses = [
    ...listOtherAddresses().written,
    suggestionsPath,
    ...Object.values(documents).filter((path) => path.split("/").length === 2),
  ];
  expect(addresses.length).toBeGreaterThan(12);
  for (const address of addresses) expect(page).toContain(`\`${address}\``);
});

test("it has every page of the desk with the roles that may open it, and every endpoint that needs a token", () => {
  expect(rowsUnder("Addresses of the desk")).toEqual(listDeskRoutes());
  expect(rowsUnder("Addresses of the API")).toEqual(listTokenEndpoints());
});

test("it explains every limit that it names", () => {
  const explained = rowsUnder("Limits").join("\n");
  const named = listShopRoutes().flatMap((row) =>
    [...row.split("|")[4]!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(30);
  for (const name of new Set(named)) expect(explained).toContain(`\`${name}\``);
});

test("it names every requirement of ASVS that is not met, not applicable or up to the operator, and counts the others", () => {
  const [, text = ""] = page.split("\n## ASVS 5.0.0\n");
  const known = new Set(
    sections.split(" ").flatMap((section) => {
      const [name, count] = section.split(":");
      return Array.from({ length: Number(count) }, (_, place) => `${name}.${place + 1}`);
    }),
  );
  const [notMet = "", operator = "", notApplicable = ""] = text.split(/\n(?:Up to the operator|Not applicable):/);
  const named = [notMet, operator, notApplicable].map(listItems);
  const all = named.flat();
  expect(all.filter((item) => !known.has(item))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  const counts = /(\d+)\s+requirements[^.]*?(\d+) are met, (\d+) not, (\d+)\s+not\s+applicable, and (\d+) depend/.exec(
    text,
  );
  const [not, byOperator, none] = named.map((items) => items.length);
  expect(counts?.slice(1).map(Number)).toEqual([known.size, known.size - all.length, not, none, byOperator]);
});

/** The items in a text; `4.4.1-3` means three of them. */
function listItems(text: string): string[] {
  return [...text.matchAll(/(?<![\d.])(\d+\.\d+)\.(\d+)(?:-(\d+))?/g)].flatMap(([, section, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, place) => `${section}.${Number(first) + place}`),
  );
}
