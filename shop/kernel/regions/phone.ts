/** A kept phone number as people read it: `+91 98765 43210`. Anything else stays as it is. */
export function spacePhone(phone: string): string {
  return phone.replace(/^(\+91)(\d{5})(\d{5})$/, "$1 $2 $3");
}
