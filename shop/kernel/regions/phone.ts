/** Formats a stored phone number as `+91 98765 43210`; returns other texts unchanged. */
export function spacePhone(phone: string): string {
  return phone.replace(/^(\+91)(\d{5})(\d{5})$/, "$1 $2 $3");
}
