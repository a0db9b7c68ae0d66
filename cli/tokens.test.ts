import { expect, test } from "vitest";

import { findToken } from "#shop/outlets/api/tokens.server.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { services } = testServices;
const run = (line: string) => runCommand(["tokens", ...line.split(" ")], settingsOf(testServices));

test("a token is made, shown once, listed with its last use, and ended at once", async () => {
  expect((await run("list")).out).toBe("There are no tokens.");
  const made = await run("make front-till --scope stock:write,orders:read --expires 30");
  expect(made).toMatchObject({ exitCode: 0, error: "" });
  const [secret = ""] = made.out.split("\n");
  expect(secret).toMatch(/^endpaper_[\w-]{43}$/);
  const listed = async () => (await run("list")).out.split("\n")[1]!;
  expect(await listed()).toMatch(/^front-till +stock:write, orders:read +.+ +never +until /);
  expect((await run("list --json")).out).not.toContain(secret.slice(9));

  expect(await findToken(services, secret)).toMatchObject({ name: "front-till" });
  expect(await listed()).not.toContain("never");
  expect(await run("make front-till --scope stock:write")).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("There is a token front-till."),
  });
  expect(await run("end front-till")).toEqual({ exitCode: 0, out: "The token front-till is ended.", error: "" });
  expect(await findToken(services, secret)).toBeNull();
  expect(await listed()).toMatch(/ended /);
  expect((await run("end front-till")).error).toContain("There is no active token front-till.");
  expect((await run("make front-till --scope orders:read")).exitCode).toBe(0);
});

test.each([
  ["make Till --scope stock:write", "NAME may have at most 40 small letters"],
  ["make till", "Give the scopes of the token"],
  ["make till --scope everything", 'There is no scope "everything"'],
  ["make till --scope stock:write --expires 0", "--expires must be a whole number of days"],
  ["make till --scope stock:write --expires soon", "--expires must be a whole number of days"],
])("tokens %s is refused in a sentence", async (line, sentence) => {
  const { exitCode, error } = await run(line);
  expect([exitCode, error]).toEqual([2, expect.stringContaining(sentence)]);
});
