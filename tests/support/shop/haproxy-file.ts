import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "..", "..", "..", "deploy", "haproxy.cfg");

/** `deploy/haproxy.cfg` as any account may run it: without an account of its own, and without a log. */
export function readHaproxyFile(): string {
  return readFileSync(file, "utf8").replaceAll(/^ {2}(user|group|log) (haproxy|\/dev\/log).*\n/gm, "");
}
