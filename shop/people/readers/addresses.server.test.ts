import { expect, test } from "vitest";

import { addReader } from "#tests/support/sales/readers.ts";
import { delivery } from "#tests/support/sales/sale.ts";
import { openTestDatabase, warm } from "#tests/support/database/test-database.ts";
import {
  changeAddress,
  deleteAddress,
  findAddress,
  listAddresses,
  makeDefault,
  maxAddresses,
  saveAddress,
} from "./addresses.server.ts";

const { db, pool } = await openTestDatabase();
const { email: _, ...home } = delivery;
const work = { ...home, name: "Asha Rao, Desk 4", addressLine1: "1 MG Road" };

async function save(readerId: number, address = home, isDefault = false): Promise<number> {
  const saved = await saveAddress(db, readerId, address, isDefault);
  if (!saved.ok) throw new Error(saved.reason);
  return saved.id;
}

test("the first address is the default; another becomes it on demand, and there is never more than one", async () => {
  const reader = await addReader(db, "default");
  const first = await save(reader);
  const second = await save(reader, work);
  expect((await listAddresses(db, reader)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [first, true],
    [second, false],
  ]);
  expect(await makeDefault(db, reader, second)).toBe(true);
  expect((await listAddresses(db, reader)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [second, true],
    [first, false],
  ]);
  expect(await deleteAddress(db, reader, second)).toBe(true);
  expect((await listAddresses(db, reader)).map(({ id, isDefault }) => [id, isDefault])).toEqual([[first, true]]);
});

test("the same address is kept once, also when it is saved many times at once", async () => {
  const reader = await addReader(db, "same");
  await warm(pool, 6);
  const ids = await Promise.all(Array.from({ length: 6 }, () => save(reader)));
  expect(new Set(ids).size).toBe(1);
  expect(await listAddresses(db, reader)).toHaveLength(1);
});

test("an account holds twenty addresses, however many are saved at once", async () => {
  const reader = await addReader(db, "many");
  await warm(pool, 10);
  const saved = await Promise.all(
    Array.from({ length: maxAddresses + 3 }, (_, number) =>
      saveAddress(db, reader, { ...home, addressLine1: `${number} Church Street` }),
    ),
  );
  expect(saved.filter(({ ok }) => !ok)).toMatchObject(
    ["too-many", "too-many", "too-many"].map((reason) => ({ reason })),
  );
  const addresses = await listAddresses(db, reader);
  expect(addresses).toHaveLength(maxAddresses);
  expect(addresses.filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test("another reader's address can be neither seen, changed, chosen nor deleted", async () => {
  const [owner, stranger] = [await addReader(db, "owner"), await addReader(db, "stranger")];
  const id = await save(owner);
  expect(await findAddress(db, stranger, id)).toBeNull();
  expect(await changeAddress(db, stranger, id, work, true)).toBe(false);
  expect(await makeDefault(db, stranger, id)).toBe(false);
  expect(await deleteAddress(db, stranger, id)).toBe(false);
  expect(await findAddress(db, owner, id)).toEqual({ ...home, id, isDefault: true });
  expect(await changeAddress(db, owner, id, work)).toBe(true);
  expect(await findAddress(db, owner, id)).toEqual({ ...work, id, isDefault: true });
});
