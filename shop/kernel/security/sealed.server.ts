import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Lengths in bytes: the random start of AES-256-GCM (NIST SP 800-38D recommends 12), and its tag. */
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with a key of 32 bytes (AES-256-GCM). The same `purpose` is needed to open it, so that a sealed value
 * cannot be moved to another row.
 */
export function seal(key: Buffer, purpose: string, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts a sealed text; null if the key or the purpose is another one, or if the bytes were changed. */
export function unseal(key: Buffer, purpose: string, sealed: Buffer): string | null {
  if (sealed.length < ivBytes + tagBytes) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, ivBytes))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
