import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";
import { all, child, textOf, withCode, type OnixElement } from "./element.ts";

/**
 * Reads title and subtitle. List 15: 01 the distinctive title, 00 undefined; list 149: 01 the product, 02 its
 * collection, 03 a sub-collection.
 */
export function readTitle(detail: OnixElement): Pick<RawRecord, "title" | "subtitle"> {
  const title = withCode(all(detail, "TitleDetail"), "TitleType", ["01", "00"]) ?? all(detail, "TitleDetail")[0];
  if (title) return titleOfElements(all(title, "TitleElement"));
  const older = withCode(all(detail, "Title"), "TitleType", ["01", "00"]) ?? all(detail, "Title")[0];
  return {
    title: titleText(older) ?? textOf(detail, "DistinctiveTitle"),
    subtitle: textOf(older, "Subtitle") ?? textOf(detail, "Subtitle"),
  };
}

function titleOfElements(elements: OnixElement[]): Pick<RawRecord, "title" | "subtitle"> {
  const ofProduct = elements.filter((element) => textOf(element, "TitleElementLevel") === "01");
  const own = ofProduct.find(titleText);
  if (own) return { title: titleText(own), subtitle: textOf(own, "Subtitle") };
  // A volume without its own title gets the title of its set, followed by the number of the volume.
  const set = elements.find(titleText);
  const part = ofProduct.map((element) => textOf(element, "PartNumber")).find(Boolean);
  const title = titleText(set);
  return { title: title && part ? `${title}, ${part}` : title, subtitle: textOf(set, "Subtitle") };
}

/**
 * Joins prefix and title, such as `The` and `Left Hand of Darkness`; preferred to `TitleText`, because this keeps the
 * prefix.
 */
function titleText(element: OnixElement | undefined): string | undefined {
  const withoutPrefix = textOf(element, "TitleWithoutPrefix");
  if (!withoutPrefix) return textOf(element, "TitleText", "DistinctiveTitle");
  const prefix = textOf(element, "TitlePrefix");
  if (!prefix) return withoutPrefix;
  return /['’]$/.test(prefix) ? `${prefix}${withoutPrefix}` : `${prefix} ${withoutPrefix}`;
}

/**
 * Reads the series. List 148: 10 the publisher's series, then any other; the number is the part number or the position
 * in the sequence.
 */
export function readSeries(detail: OnixElement, mend: (field: string, reason: string) => void): RawRecord["series"] {
  const collections = all(detail, "Collection");
  const older = all(detail, "Series");
  const count = Math.max(collections.length, older.length);
  if (count > 1) mend("series", `The shop stores one series per book: one of ${count} was used.`);
  const collection = withCode(collections, "CollectionType", ["10", "20", "00"]) ?? collections[0];
  if (collection) {
    const elements = all(child(collection, "TitleDetail"), "TitleElement");
    const sequence = textOf(child(collection, "CollectionSequence"), "CollectionSequenceNumber");
    return seriesOfElements(elements, sequence);
  }
  const series = child(detail, "Series");
  if (series) {
    const title = withCode(all(series, "Title"), "TitleType", ["01", "00"]) ?? child(series, "Title");
    return named(textOf(series, "TitleOfSeries") ?? titleText(title), textOf(series, "NumberWithinSeries"));
  }
  const own = withCode(all(detail, "TitleDetail"), "TitleType", ["01"]);
  return seriesOfElements(all(own, "TitleElement"));
}

function seriesOfElements(elements: OnixElement[], sequence?: string): RawRecord["series"] {
  const ofSeries = withCode(elements.filter(titleText), "TitleElementLevel", ["02", "03"]);
  const part = elements.map((element) => textOf(element, "PartNumber")).find(Boolean);
  return named(titleText(ofSeries), part ?? sequence);
}

function named(name: string | undefined, position: string | undefined): RawRecord["series"] {
  return name ? { name, ...(position && { position }) } : undefined;
}
