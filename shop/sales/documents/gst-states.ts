import { stateName } from "#shop/kernel/regions/indian-states.ts";

export type StateTax = "SGST" | "UTGST";

/** The state codes of GST, the first two digits of a GSTIN, by ISO 3166-2:IN code. */
const gstCodes: Record<string, string> = {
  JK: "01",
  HP: "02",
  PB: "03",
  CH: "04",
  UK: "05",
  HR: "06",
  DL: "07",
  RJ: "08",
  UP: "09",
  BR: "10",
  SK: "11",
  AR: "12",
  NL: "13",
  MN: "14",
  MZ: "15",
  TR: "16",
  ML: "17",
  AS: "18",
  WB: "19",
  JH: "20",
  OD: "21",
  CG: "22",
  MP: "23",
  GJ: "24",
  DH: "26",
  MH: "27",
  KA: "29",
  GA: "30",
  LD: "31",
  KL: "32",
  TN: "33",
  PY: "34",
  AN: "35",
  TS: "36",
  AP: "37",
  LA: "38",
};

/** Union territories without a legislature of their own: their share is UTGST (UTGST Act 2017, section 2). */
const withoutLegislature = new Set(["AN", "CH", "DH", "LA", "LD"]);

/** The two digits of a state in GSTINs, such as 29 for KA. Throws a RangeError for an unknown code. */
export function gstCodeOf(stateCode: string): string {
  const code = gstCodes[stateCode];
  if (!code) throw new RangeError(`Unknown Indian state code ${stateCode}`);
  return code;
}

/** The state whose GSTINs begin with these two digits, such as KA for 29; null if there is none. */
export function stateOfGstCode(digits: string): string | null {
  return Object.keys(gstCodes).find((code) => gstCodes[code] === digits) ?? null;
}

/** A state with its GST code, for the place of supply: `Karnataka (29)`. Throws a RangeError for an unknown code. */
export function stateWithGstCode(stateCode: string): string {
  return `${stateName(stateCode)} (${gstCodeOf(stateCode)})`;
}

/** The name of the state's half of the tax. */
export function stateTaxOf(stateCode: string): StateTax {
  return withoutLegislature.has(stateCode) ? "UTGST" : "SGST";
}
