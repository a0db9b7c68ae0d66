/** Whether a text is one phone number or two, with 8 to 15 digits each, as people write them. */
export function isPhone(text: string): boolean {
  return text
    .split(/[,/]/)
    .every((one) => /^\s*\+?[\d\s().-]+$/.test(one) && /^\d{8,15}$/.test(one.replaceAll(/\D/g, "")));
}

/** Formats a stored phone number as `+91 98765 43210`; returns other texts unchanged. */
export function spacePhone(phone: string): string {
  return phone.replace(/^(\+91)(\d{5})(\d{5})$/, "$1 $2 $3");
}
