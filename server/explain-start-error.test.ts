import { expect, test } from "vitest";

import { SettingsError } from "./config/settings-error.ts";
import { explainStartError } from "./explain-start-error.ts";

const config = { host: "192.0.2.1", port: 80, dataDir: "/home/shop/.data" };

/** Output of initdb 18 on a full disk. */
const initdbOutput = `The files belonging to this database system will be owned by user "shop".
This user must also own the server process.

The database cluster will be initialized with locale "C".
creating directory /home/shop/.data/postgres.new-12/data ... ok
creating configuration files ... ok
running bootstrap script ... 2026-11-22 03:00:00.000 UTC [14] FATAL:  could not write to file "base/1/1255": No space left on device
child process exited with exit code 1
initdb: removing data directory "/home/shop/.data/postgres.new-12/data"`;

function systemError(code: string, syscall: string) {
  return Object.assign(new Error(`${syscall} ${code}: not permitted`), { code, syscall });
}

test("an address that the machine does not have is told by its setting", () => {
  expect(explainStartError(systemError("EADDRNOTAVAIL", "listen"), config)).toContain(
    "HOST=192.0.2.1 is not an address",
  );
});

test("a port that the account may not open is told as the port's fault, not the data folder's", () => {
  const said = explainStartError(systemError("EACCES", "listen"), config);
  expect(said).toMatch(/^Port 80 may not be opened by this account: .* PORT=3000 npm start$/);
  expect(said).not.toContain(config.dataDir);
  expect(explainStartError(systemError("EACCES", "mkdir"), config)).toContain(
    "The data folder /home/shop/.data cannot be",
  );
});

test.each([
  ["initdb", new Error(`The database could not be created in /home/shop/.data/postgres: ${initdbOutput}`)],
  ["a file", systemError("ENOSPC", "write")],
  [
    "PostgreSQL",
    new Error("Migration 0001_shop.sql failed: could not extend file", {
      cause: Object.assign(new Error("could not extend file"), { code: "53100" }),
    }),
  ],
])("a full disk is told in one sentence, whoever met it: %s", (_who, error) => {
  const said = explainStartError(error, config);
  expect(said).toMatch(/^The disk that holds the data folder \/home\/shop\/\.data is full\. .* npm start$/);
  expect(said).not.toContain("\n");
});

test("a file that is missing is told with what mends it", () => {
  const error = Object.assign(new Error("Cannot find package 'hono'"), { code: "ERR_MODULE_NOT_FOUND" });
  expect(explainStartError(error, config)).toBe(
    "A file that Endpaper needs is missing (Cannot find package 'hono'). Start it with npm start, which installs and builds what is missing.",
  );
});

test("what only a programmer can mend keeps its stack", () => {
  expect(explainStartError(new TypeError("x is not a function"), config)).toContain("explain-start-error.test.ts");
});

test("a data folder that cannot be used is named, whatever the reason", () => {
  for (const code of ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"])
    expect(explainStartError(systemError(code, "mkdir"), config), code).toBe(
      `The data folder /home/shop/.data cannot be used (mkdir ${code}: not permitted). Make it writable, or choose another one: DATA_DIR=/some/folder npm start`,
    );
});

test("what the shop says itself is said as it is", () => {
  expect(explainStartError(new SettingsError("PORT=x must be a number"), null)).toBe("PORT=x must be a number");
  expect(explainStartError(new Error("The folder is in use."), config)).toBe("The folder is in use.");
  expect(explainStartError(systemError("EADDRINUSE", "listen"), config)).toMatch(/^Port 80 is in use by another/);
  expect(explainStartError(systemError("ECANCELED", "read"), config)).toContain("explain-start-error.test.ts");
});
