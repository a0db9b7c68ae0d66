import { expect, test } from "vitest";

import { findDeskBook } from "#shop/catalogue/editing/form/read-book.server.ts";
import { addDeskBook } from "#tests/support/desk/desk-books.ts";
import { textOf } from "#tests/support/desk/desk-form.ts";
import { addPasskeyRow, addStaff, addStaffSession, openDeskBrowser, openTestDesk } from "#tests/support/desk/desk.ts";

const desk = await openTestDesk();
const { db } = desk;
const rounds = 50;

async function bookseller(name: string) {
  const id = await addStaff(desk, "bookseller", name);
  await addPasskeyRow(desk, id);
  return openDeskBrowser(desk, await addStaffSession(desk, id));
}

test("of two who change one book at once one saves, the other sees both versions and saves after, and nothing is lost", async () => {
  const book = await addDeskBook(desk, { title: "Two Hands", pages: "100", mrp: "300" });
  const [meera, ravi] = [await bookseller("Meera"), await bookseller("Ravi")];
  const wasFirst = { meera: 0, ravi: 0 };
  for (let round = 1; round <= rounds; round += 1) {
    const open = (await findDeskBook(db, book))!;
    const changes = { meera: { pages: String(100 + round) }, ravi: { publisher: `House ${round}` } };
    const post = (who: "meera" | "ravi", { values, version } = open) =>
      (who === "meera" ? meera : ravi).post(`/books/${book}`, {
        ...values,
        ...changes[who],
        intent: "books.save",
        book,
        version,
      });
    // In turns: one first, the other first, and both at the same time.
    const order = round % 2 === 0 ? (["meera", "ravi"] as const) : (["ravi", "meera"] as const);
    const answers =
      round % 3 === 0 ? await Promise.all(order.map((who) => post(who))) : [await post(order[0]), await post(order[1])];
    expect(answers.map(({ status }) => status).toSorted(), `round ${round}`).toEqual([303, 409]);
    const first = answers[0]!.status === 303 ? order[0] : order[1];
    const second = first === "meera" ? "ravi" : "meera";
    wasFirst[first] += 1;
    const refused = await textOf(answers.find(({ status }) => status === 409)!);
    expect(refused, `round ${round}`).toContain("Somebody changed this meanwhile, so nothing was saved.");
    for (const change of [changes[first], changes[second]])
      for (const value of Object.values(change)) expect(refused, `round ${round}`).toContain(value);
    const between = (await findDeskBook(db, book))!;
    expect(between.values, `round ${round}`).toEqual({ ...open.values, ...changes[first] });
    expect((await post(second, between)).status, `round ${round}`).toBe(303);
    expect((await findDeskBook(db, book))!.values).toEqual({ ...open.values, ...changes.meera, ...changes.ravi });
  }
  expect(wasFirst.meera).toBeGreaterThan(10);
  expect(wasFirst.ravi).toBeGreaterThan(10);
});
