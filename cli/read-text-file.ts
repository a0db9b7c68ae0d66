import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { UsageError } from "./command.ts";

/** A text file as it stands; npm runs commands in the shop's own folder, and a file is meant from where somebody stands. */
export async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(resolve(process.env.INIT_CWD ?? ".", file), "utf8");
  } catch {
    throw new UsageError(`${file} cannot be read.`);
  }
}
