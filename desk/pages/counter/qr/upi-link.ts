/** The link of a UPI QR code that asks for a sum: the UPI linking specification of NPCI. */
export function upiLink({ upiId, name, paise, note }: { upiId: string; name: string; paise: number; note: string }) {
  const fields = { pa: upiId, pn: name, am: (paise / 100).toFixed(2), cu: "INR", tn: note.slice(0, 50) };
  const query = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  // The sign @ is written as it is, because some apps do not decode it.
  return `upi://pay?${query.join("&").replace("%40", "@")}`;
}
