import { escapeXml } from "#shop/kernel/text/escape-xml.ts";
import { makeZip, type ZippedFile } from "./make-zip.ts";

/** A cell: a text, a number, or the XML of a cell, which begins with `<c`. */
export type WorkbookCell = string | number | null;

/** A sheet of a workbook: its rows, and XML after them; `state` hides it. */
export interface WorkbookSheet {
  name: string;
  rows?: WorkbookCell[][];
  after?: string;
  state?: "hidden" | "veryHidden";
  /** The whole XML of the sheet, in place of rows. */
  xml?: string;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook (.xlsx) with shared texts, as Excel writes it; `formats` are the number formats of styles 1, 2 and on. */
export function makeWorkbook(
  sheets: WorkbookSheet[],
  { formats = [], properties = "", more = [] }: { formats?: string[]; properties?: string; more?: ZippedFile[] } = {},
): Buffer {
  const texts: string[] = [];
  const cellXml = (cell: WorkbookCell, ref: string) => {
    if (cell === null) return "";
    if (typeof cell === "number") return `<c r="${ref}"><v>${cell}</v></c>`;
    if (cell.startsWith("<c")) return cell.replace("<c", `<c r="${ref}"`);
    texts.push(cell);
    return `<c r="${ref}" t="s"><v>${texts.length - 1}</v></c>`;
  };
  const sheetXml = ({ rows = [], after = "", xml }: WorkbookSheet) =>
    xml ??
    `${head}<worksheet ${main}><sheetData>${rows
      .map((cells, at) => {
        const written = cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`));
        return cells.length > 0 ? `<row r="${at + 1}">${written.join("")}</row>` : "";
      })
      .join("")}</sheetData>${after}</worksheet>`;
  const written = sheets.map(sheetXml);
  const names = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ""} r:id="rId${at + 1}"/>`,
  );
  const targets = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${links}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`);
  const styles = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`);
  return makeZip([
    { name: "[Content_Types].xml", content: `${head}<Types/>` },
    {
      name: "xl/workbook.xml",
      content: `${head}<workbook ${main} xmlns:r="${links}">${properties}<sheets>${names.join("")}</sheets></workbook>`,
    },
    { name: "xl/_rels/workbook.xml.rels", content: `${head}<Relationships>${targets.join("")}</Relationships>` },
    {
      name: "xl/sharedStrings.xml",
      content: `${head}<sst ${main}>${texts.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join("")}</sst>`,
    },
    {
      name: "xl/styles.xml",
      content: `${head}<styleSheet ${main}><numFmts>${codes.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join("")}</cellXfs></styleSheet>`,
    },
    ...written.map((content, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content })),
    ...more,
  ]);
}
