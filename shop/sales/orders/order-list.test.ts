import { expect, test } from "vitest";

import { orderFilters, orderListPath, parseOrderListQuery, statesUnder, type OrderFilter } from "./order-list.ts";
import { orderStates } from "./order-state.ts";

test("an address of the list is read as it was written", () => {
  for (const filter of Object.keys(orderFilters) as OrderFilter[]) {
    const { searchParams } = new URL(orderListPath(filter), "http://shop.test");
    expect(parseOrderListQuery(searchParams)).toEqual({ filter, page: 1 });
    searchParams.set("page", "40");
    expect(parseOrderListQuery(searchParams)).toEqual({ filter, page: 40 });
  }
  expect(orderListPath("all")).toBe("/orders");
});

test("an odd address is the first page of all orders", () => {
  for (const odd of [
    "show=constructor",
    "show=",
    "page=0",
    "page=-1",
    "page=1e3",
    "page=x",
    "page=99999999",
    "show[]=x",
  ])
    expect(parseOrderListQuery(new URLSearchParams(odd)), odd).toEqual({ filter: "all", page: 1 });
});

test("every state but one that a newer order replaced is under `all` and exactly one other filter", () => {
  const filters = (Object.keys(orderFilters) as OrderFilter[]).filter((filter) => filter !== "all");
  const listed = Object.keys(orderStates).filter((state) => state !== "superseded");
  expect(statesUnder("all").sort()).toEqual(listed.sort());
  expect(filters.flatMap((filter) => statesUnder(filter)).sort()).toEqual(listed.sort());
});
