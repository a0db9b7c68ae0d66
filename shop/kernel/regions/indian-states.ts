/** A state or union territory: its ISO 3166-2:IN code and the first digits of its PIN codes. */
export interface IndianState {
  code: string;
  name: string;
  pinPrefixes: string[];
}

/**
 * The 28 states and 8 union territories. The PIN codes of neighbouring states overlap, so a mismatch is only a warning.
 */
export const indianStates: IndianState[] = [
  { code: "AN", name: "Andaman and Nicobar Islands", pinPrefixes: ["744"] },
  { code: "AP", name: "Andhra Pradesh", pinPrefixes: ["50", "51", "52", "53"] },
  { code: "AR", name: "Arunachal Pradesh", pinPrefixes: ["790", "791", "792"] },
  { code: "AS", name: "Assam", pinPrefixes: ["78"] },
  { code: "BR", name: "Bihar", pinPrefixes: ["80", "81", "82", "84", "85"] },
  { code: "CH", name: "Chandigarh", pinPrefixes: ["16"] },
  { code: "CG", name: "Chhattisgarh", pinPrefixes: ["49"] },
  { code: "DH", name: "Dadra and Nagar Haveli and Daman and Diu", pinPrefixes: ["362", "396"] },
  { code: "DL", name: "Delhi", pinPrefixes: ["11"] },
  { code: "GA", name: "Goa", pinPrefixes: ["403"] },
  { code: "GJ", name: "Gujarat", pinPrefixes: ["36", "37", "38", "39"] },
  { code: "HR", name: "Haryana", pinPrefixes: ["12", "13"] },
  { code: "HP", name: "Himachal Pradesh", pinPrefixes: ["17"] },
  { code: "JK", name: "Jammu and Kashmir", pinPrefixes: ["18", "19"] },
  { code: "JH", name: "Jharkhand", pinPrefixes: ["81", "82", "83"] },
  { code: "KA", name: "Karnataka", pinPrefixes: ["56", "57", "58", "59"] },
  { code: "KL", name: "Kerala", pinPrefixes: ["67", "68", "69"] },
  { code: "LA", name: "Ladakh", pinPrefixes: ["194"] },
  { code: "LD", name: "Lakshadweep", pinPrefixes: ["68255"] },
  { code: "MP", name: "Madhya Pradesh", pinPrefixes: ["45", "46", "47", "48"] },
  { code: "MH", name: "Maharashtra", pinPrefixes: ["40", "41", "42", "43", "44"] },
  { code: "MN", name: "Manipur", pinPrefixes: ["795"] },
  { code: "ML", name: "Meghalaya", pinPrefixes: ["793", "794"] },
  { code: "MZ", name: "Mizoram", pinPrefixes: ["796"] },
  { code: "NL", name: "Nagaland", pinPrefixes: ["797", "798"] },
  { code: "OD", name: "Odisha", pinPrefixes: ["75", "76", "77"] },
  { code: "PY", name: "Puducherry", pinPrefixes: ["605", "607", "609", "673", "533"] },
  { code: "PB", name: "Punjab", pinPrefixes: ["14", "15", "16"] },
  { code: "RJ", name: "Rajasthan", pinPrefixes: ["30", "31", "32", "33", "34"] },
  { code: "SK", name: "Sikkim", pinPrefixes: ["737"] },
  { code: "TN", name: "Tamil Nadu", pinPrefixes: ["60", "61", "62", "63", "64"] },
  { code: "TS", name: "Telangana", pinPrefixes: ["50"] },
  { code: "TR", name: "Tripura", pinPrefixes: ["799"] },
  { code: "UP", name: "Uttar Pradesh", pinPrefixes: ["20", "21", "22", "23", "24", "25", "26", "27", "28"] },
  { code: "UK", name: "Uttarakhand", pinPrefixes: ["24", "26", "247", "248", "249"] },
  { code: "WB", name: "West Bengal", pinPrefixes: ["70", "71", "72", "73", "74"] },
];

/** The name of a state by its code; an unknown code is returned unchanged. */
export function stateName(code: string): string {
  return indianStates.find((state) => state.code === code)?.name ?? code;
}

/** Sorting districts that belong to one state, although a neighbour's PIN circle begins with the same two digits. */
const ownDistricts: [prefix: RegExp, code: string][] = [
  [/^194/, "LA"],
  [/^403/, "GA"],
  [/^50[0-689]/, "TS"],
  [/^68255/, "LD"],
  [/^737/, "SK"],
  [/^744/, "AN"],
];

/**
 * The code of the only state to which a PIN code can belong; null if several states share its prefix, and for Army post
 * offices.
 */
export function stateOfPin(pin: string): string | null {
  const own = ownDistricts.find(([prefix]) => prefix.test(pin));
  if (own) return own[1];
  const fitting = indianStates.filter(({ pinPrefixes }) => pinPrefixes.some((prefix) => pin.startsWith(prefix)));
  const [only] = fitting;
  return only && fitting.length === 1 ? only.code : null;
}

/**
 * Whether a PIN code can belong to a state, by its first digits. Army post offices, whose codes begin with 9, fit every
 * state.
 */
export function pinFitsState(pin: string, stateCode: string): boolean {
  if (pin.startsWith("9")) return true;
  const state = indianStates.find((state) => state.code === stateCode);
  return !state || state.pinPrefixes.some((prefix) => pin.startsWith(prefix));
}
