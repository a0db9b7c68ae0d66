/** Whether what a setting holds must never be printed: by the shape of its name, or because it has a password in it. */
export function isSecretSetting(name: string, value: string): boolean {
  if (/SECRET|KEY|PASSWORD|TOKEN/.test(name)) return true;
  // The address readers use is on every page; any other may have a password, also one that is not written as it should.
  if (/_(URL|ENDPOINT)$/.test(name) && name !== "PUBLIC_URL" && name !== "DESK_URL") return true;
  return value.includes("@") && value.includes(":");
}
