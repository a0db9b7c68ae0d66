/** Whether a form field holds a secret, which no page may contain: its name begins with `secret`. */
export function isSecretField(name: string): boolean {
  return name.startsWith("secret");
}
