/** Whether the value of a setting must never be printed, judged by the setting's name or a password in the value. */
export function isSecretSetting(name: string, value: string): boolean {
  if (/SECRET|KEY|PASSWORD|TOKEN/.test(name)) return true;
  // PUBLIC_URL and DESK_URL are public anyway. Any other address may contain a password, even if it is malformed.
  if (/_(URL|ENDPOINT)$/.test(name) && name !== "PUBLIC_URL" && name !== "DESK_URL") return true;
  return value.includes("@") && value.includes(":");
}
