const ones =
  "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen".split(
    " ",
  );
const tens = "Zero Ten Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ");
const steps = [
  [10_000_000, "Crore"],
  [100_000, "Lakh"],
  [1000, "Thousand"],
  [100, "Hundred"],
] as const;

/**
 * An amount in Indian words: `Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only`.
 * Throws a RangeError unless `paise` is a safe integer of at least 0.
 */
export function spellRupees(paise: number): string {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`${paise} is not a valid amount in paise`);
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const coins = rest > 0 ? `${inWords(rest)} ${rest === 1 ? "Paisa" : "Paise"}` : "";
  if (rupees === 0 && coins) return `${coins} Only`;
  return `Rupees ${inWords(rupees)}${coins && ` and ${coins}`} Only`;
}

function inWords(count: number): string {
  if (count < 20) return ones[count] ?? "";
  const step = steps.find(([size]) => count >= size);
  if (!step) return `${tens[Math.floor(count / 10)]}${count % 10 ? `-${ones[count % 10]}` : ""}`;
  const [size, name] = step;
  const rest = count % size;
  return `${inWords(Math.floor(count / size))} ${name}${rest ? ` ${inWords(rest)}` : ""}`;
}
