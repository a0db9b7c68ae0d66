import { contributorRoles, type ContributorRole } from "#shop/catalogue/books/book.ts";
import { csvLine, digitsCell, type CsvCell } from "#shop/kernel/text/csv-cell.ts";
import { fieldNames, type FieldName } from "#shop/catalogue/import/table/fields.ts";
import type {
  RawAmount,
  RawContributor,
  RawMeasure,
  RawRecord,
  RawSubject,
} from "#shop/catalogue/records/raw-record.ts";
import { keptText } from "./record-text.ts";

type Cell = (record: RawRecord) => CsvCell | undefined;

/** What stands in each column, as the import reads it back. */
const cells: Record<FieldName, Cell> = {
  reference: ({ reference }) => reference,
  isbn: ({ isbn }) => digitsCell(isbn),
  shop_id: ({ shopId }) => shopId,
  work: ({ workReference }) => workReference,
  title: ({ title }) => kept(title),
  subtitle: ({ subtitle }) => kept(subtitle),
  description: ({ description }) => kept(description),
  authors: ({ contributors = [] }) => (isInOrder(contributors) ? people(contributors, "author") : all(contributors)),
  editors: ({ contributors = [] }) => (isInOrder(contributors) ? people(contributors, "editor") : ""),
  translators: ({ contributors = [] }) => (isInOrder(contributors) ? people(contributors, "translator") : ""),
  illustrators: ({ contributors = [] }) => (isInOrder(contributors) ? people(contributors, "illustrator") : ""),
  series: ({ series }) => kept(series?.name),
  series_number: ({ series }) => series?.position,
  publisher: ({ publisher }) => kept(publisher),
  publisher_group: ({ publisherGroup }) => kept(publisherGroup),
  format: ({ format }) => format,
  language: ({ language }) => language,
  pages: ({ pages }) => pages,
  published_on: ({ publishedOn }) => publishedOn,
  edition: ({ editionStatement }) => kept(editionStatement),
  categories: ({ subjects }) => list(subjects, "name"),
  keywords: ({ subjects }) => list(subjects, "keyword"),
  thema: ({ subjects }) => list(subjects, "thema"),
  bisac: ({ subjects }) => list(subjects, "bisac"),
  bic: ({ subjects }) => list(subjects, "bic"),
  audience: ({ audience }) => audience,
  age_from: ({ ageFrom }) => ageFrom,
  age_to: ({ ageTo }) => ageTo,
  mrp: ({ mrp }) => money(mrp),
  price: ({ price }) => money(price),
  cost_price: ({ costPrice }) => money(costPrice),
  // Each price names its own.
  currency: () => "",
  supplier: ({ supplier }) => kept(supplier),
  availability: ({ availability }) => availability,
  order_days: ({ orderDays }) => orderDays,
  copies: ({ copies }) => copies,
  hsn: ({ hsn }) => digitsCell(hsn),
  tax_class: ({ taxClass }) => taxClass,
  country_of_origin: ({ countryOfOrigin }) => countryOfOrigin,
  weight: ({ weight }) => measure(weight, "g"),
  height: ({ height }) => measure(height, "mm"),
  width: ({ width }) => measure(width, "mm"),
  thickness: ({ thickness }) => measure(thickness, "mm"),
  rating: ({ rating }) => rating,
  rating_count: ({ ratingCount }) => ratingCount,
  cover: ({ coverLink }) => coverLink,
  notice: ({ notice }) => notice,
};

const columns = fieldNames.map((name) => cells[name]);

/** The line that names the columns: those of the import's template. */
export function catalogueCsvHeader(): string {
  return csvLine(fieldNames);
}

/** One record as a line of the table; cells that look like formulas are inert. */
export function catalogueCsvLine(record: RawRecord): string {
  return csvLine(columns.map((cell) => cell(record) ?? ""));
}

function kept(text: string | undefined): string | undefined {
  return text && keptText(text);
}

function money(amount: RawAmount | undefined): string | undefined {
  if (!amount?.currency || amount.currency === "INR") return amount?.amount;
  return `${amount.amount} ${amount.currency}`;
}

function measure(size: RawMeasure | undefined, usual: RawMeasure["unit"]): string | undefined {
  return size && (size.unit === usual ? size.value : `${size.value} ${size.unit}`);
}

/** Whether people are in the order in which the columns of roles are read. */
function isInOrder(contributors: RawContributor[]): boolean {
  let last = 0;
  return contributors.every(({ role }) => {
    const place = contributorRoles.indexOf(role);
    const isAfter = place >= last;
    last = place;
    return isAfter;
  });
}

function people(contributors: RawContributor[], role: ContributorRole): string {
  return names(contributors.filter((one) => one.role === role).map(({ name }) => name));
}

/** Everybody in the order of the title page, each with the role. */
function all(contributors: RawContributor[]): string {
  return names(contributors.map(({ name, role }) => `${name} (${role})`));
}

/** A semicolon at the end makes commas and `and` parts of a name. */
function names(written: string[]): string {
  const cell = written.map(keptText).join("; ");
  return written.length > 1 || /[,&]|\band\b/i.test(cell) ? `${cell};` : cell;
}

/** A bar at the end makes commas parts of a word. */
function list(subjects: RawSubject[] = [], scheme: RawSubject["scheme"]): string {
  const cell = subjects
    .filter((subject) => subject.scheme === scheme)
    .map(({ code }) => keptText(code))
    .join("|");
  return /[,;]/.test(cell) ? `${cell}|` : cell;
}
