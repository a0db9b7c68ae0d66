import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** The first argon2id setting that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes a password with argon2id to a PHC string, which contains its cost and salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive("argon2id", { message: bytesOf(password), nonce: salt, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(tag)}`;
}

/**
 * The maximum length of input, in UTF-16 code units; no accepted password is longer. Longer input is rejected, because
 * Unicode normalization takes more than linear time.
 */
const maxGivenLength = 1000;

/**
 * Whether a password matches a hash; takes as long as hashing. Input longer than `maxGivenLength` is rejected without
 * hashing.
 */
export async function isPassword(hash: string, given: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = pattern.exec(hash) ?? [];
  if (!salt || !tag) throw new Error("A stored password hash has an unknown format");
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

/** Normalizes to NFC, because keyboards may produce different code points for one character. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize("NFC"));
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
