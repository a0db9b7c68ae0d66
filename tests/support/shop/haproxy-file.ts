import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "..", "..", "..", "deploy", "haproxy.cfg");

/** `deploy/haproxy.cfg` for any account: without its user, group and log. */
export function readHaproxyFile(): string {
  return readFileSync(file, "utf8").replaceAll(/^ {2}(user|group|log) (haproxy|\/dev\/log).*\n/gm, "");
}
