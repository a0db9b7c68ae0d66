/**
 * Writes `shop/kernel/regions/towns.json`, the towns of PIN codes, from the postal codes of GeoNames:
 * `node tools/towns/list-towns.ts IN.txt`, with the file of https://download.geonames.org/export/zip/IN.zip. A PIN code
 * gets a town only if the data leaves no doubt, because readers trust what a form has filled in.
 */
import { readFileSync, writeFileSync } from "node:fs";

/** A post office: its PIN code and name, and the district and subdistrict it is in. */
interface PostOffice {
  pin: string;
  name: string;
  district: string;
  subdistrict: string;
}

const headOffice = /\b(H\.?O|G\.?P\.?O)\b\.?/;
const notPartOfName =
  /\(.*?\)|\b(H\.?O|G\.?P\.?O)\b\.?|\b(North|South|East|West|Central|Urban|Rural|City|Sadar|Tehsil|Taluk|Town|[IVX]+)\b/gi;

/** Words in names of quarters and sites, which the data also has as subdistricts. */
const quarter = /\b(Bazar|Cantt|Colony|Estate|Force|Nagar|Road)$/;

/** Towns that were renamed since. */
const renamed = new Map([
  ["Allahabad", "Prayagraj"],
  ["Alleppey", "Alappuzha"],
  ["Bangalore", "Bengaluru"],
  ["Belgaum", "Belagavi"],
  ["Bellary", "Ballari"],
  ["Calicut", "Kozhikode"],
  ["Cannanore", "Kannur"],
  ["Chikmagalur", "Chikkamagaluru"],
  ["Cuddapah", "Kadapa"],
  ["Gulbarga", "Kalaburagi"],
  ["Gurgaon", "Gurugram"],
  ["Hospet", "Hosapete"],
  ["Hubli", "Hubballi"],
  ["Mangalore", "Mangaluru"],
  ["Mysore", "Mysuru"],
  ["Palghat", "Palakkad"],
  ["Pondicherry", "Puducherry"],
  ["Quilon", "Kollam"],
  ["Shimoga", "Shivamogga"],
  ["Trichur", "Thrissur"],
  ["Trivandrum", "Thiruvananthapuram"],
  ["Tumkur", "Tumakuru"],
  ["Tuticorin", "Thoothukudi"],
]);

/** Cities to which all PIN codes with these first digits belong. */
const cities = new Map([
  ["110", "Delhi"],
  ["380", "Ahmedabad"],
  ["400", "Mumbai"],
  ["411", "Pune"],
  ["500", "Hyderabad"],
  ["560", "Bengaluru"],
  ["600", "Chennai"],
  ["700", "Kolkata"],
]);

function readOffices(path: string): PostOffice[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [, pin = "", name = "", , , district = "", , subdistrict = ""] = line.split("\t");
      return { pin, name, district, subdistrict };
    });
}

function cleanName(name: string): string {
  return name
    .replace(notPartOfName, "")
    .replace(/\s+/g, " ")
    .replace(/^[\s.-]+|[\s.-]+$/g, "");
}

/** The most frequent name, if at least four fifths of the offices have it. */
function agreedName(names: string[]): string | null {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [name = "", count = 0] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return count >= 0.8 * names.length && !["", "NA", "Nil"].includes(name) ? name : null;
}

/**
 * The town of one PIN code, or null: its head post office's if a district or subdistrict has that name, because others
 * are called like roads and barracks; or else the subdistrict's if that is called like its district or like an office
 * of this PIN code, and is the name of a place.
 */
function findTown(offices: PostOffice[], places: Set<string>, areas: Set<string>): string | null {
  const heads = new Set(offices.filter(({ name }) => headOffice.test(name)).map(({ name }) => cleanName(name)));
  const [head = null] = heads;
  if (heads.size === 1 && head !== null && areas.has(head)) return head;
  const subdistrict = agreedName(offices.map((office) => cleanName(office.subdistrict)));
  if (subdistrict === null || !places.has(subdistrict)) return null;
  const isItself = offices.some(({ name }) => cleanName(name) === subdistrict);
  const district = agreedName(offices.map((office) => cleanName(office.district)));
  return isItself || district === subdistrict ? subdistrict : null;
}

const [path = ""] = process.argv.slice(2);
const offices = readOffices(path);
const places = new Set(offices.map(({ name }) => cleanName(name)));
const areas = new Set(offices.flatMap(({ district, subdistrict }) => [cleanName(district), cleanName(subdistrict)]));
const byPin = Map.groupBy(offices, ({ pin }) => pin);
const runs: string[] = [];
let last = "";
for (const pin of [...byPin.keys()].toSorted()) {
  const found = cities.get(pin.slice(0, 3)) ?? findTown(byPin.get(pin) ?? [], places, areas) ?? "";
  const isTown = /^[A-Z][a-z]+( [A-Z][a-z]+)*$/.test(found) && !quarter.test(found);
  const town = isTown ? (renamed.get(found) ?? found) : "";
  // A run never goes beyond the first three digits, so that unknown PIN codes get no town from far away.
  const run = `${pin.slice(0, 3)} ${town}`;
  if (run !== last) runs.push(`${pin} ${town}`);
  last = run;
}
const towns = {
  source: "GeoNames, https://www.geonames.org, licensed under CC BY 4.0; written by tools/towns/list-towns.ts",
  runs: runs.join(";"),
};
writeFileSync(new URL("../../shop/kernel/regions/towns.json", import.meta.url), `${JSON.stringify(towns, null, 2)}\n`);
