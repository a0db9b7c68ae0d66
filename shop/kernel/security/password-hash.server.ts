import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The only form in which a password is stored: argon2id with its cost and salt, as the PHC string format has it. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive("argon2id", { message: bytesOf(password), nonce: salt, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(tag)}`;
}

/** Longer than any password that is taken, in UTF-16 code units: normalising Unicode costs more than its length. */
const maxGivenLength = 1000;

/** Whether a password is the one that was hashed, at the cost of its time; one that is too long to be is not hashed. */
export async function isPassword(hash: string, given: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = pattern.exec(hash) ?? [];
  if (!salt || !tag) throw new Error("A stored password has no form that could be read");
  if (given.length > maxGivenLength) return false;
  const expected = Buffer.from(tag, "base64");
  const found = await derive("argon2id", {
    message: bytesOf(given),
    nonce: Buffer.from(salt, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(found, expected);
}

/** The same letters typed on another keyboard may come as other code points. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize("NFC"));
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
