import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "..", "..", "..", "deploy", "create-database.sql");

/** The statements of `deploy/create-database.sql` for a role and a database with this name. */
export function createDatabaseStatements(role: string, password: string): string[] {
  return readFileSync(file, "utf8")
    .replaceAll(/^--.*$/gm, "")
    .replaceAll("endpaper", role)
    .replace(":'password'", `'${password}'`)
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
