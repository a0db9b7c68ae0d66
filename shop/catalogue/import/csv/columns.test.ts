/** Tests of the recognition of CSV columns, for the exports of many programs and for maps of columns. */
import { expect, test } from "vitest";

import { csvColumn, csvHeaders } from "#shop/catalogue/fields/csv/csv-columns.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";

import { columnKey, columnUnit, keysOf, parseColumnMap, assignColumns, type ColumnMap } from "./columns.ts";

/** The used columns of a header, with their fields. */
function used(header: string, map?: ColumnMap): Record<string, string | null> {
  const uses = assignColumns(header.split(","), map).filter(({ field }) => field !== null);
  return Object.fromEntries(uses.map(({ column, field }) => [column, field]));
}

test("the columns of goodbooks are known", () => {
  const header =
    "book_id,isbn10,isbn13,title,series,series_no,original_title,authors,original_publication_year,language_code,average_rating,ratings_count,r1,r2,r3,r4,r5,top_tags,num_pages";
  expect(used(header)).toEqual({
    book_id: "reference",
    isbn13: "isbn",
    title: "title",
    series: "series",
    series_no: "series_number",
    authors: "authors",
    original_publication_year: "published_on",
    language_code: "language",
    average_rating: "rating",
    ratings_count: "rating_count",
    top_tags: "keywords",
    num_pages: "pages",
  });
});

test("the columns of Goodreads, shop systems, bibliographic services and tills are known", () => {
  expect(
    used(
      "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Bookshelves,Owned Copies",
    ),
  ).toEqual({
    "Book Id": "reference",
    Title: "title",
    Author: "authors",
    "Additional Authors": "authors",
    ISBN: "isbn",
    "Average Rating": "rating",
    Publisher: "publisher",
    Binding: "format",
    "Number of Pages": "pages",
    "Year Published": "published_on",
  });
  expect(
    used(
      "Handle,Title,Body (HTML),Vendor,Product Category,Tags,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Cost per item,Status",
    ),
  ).toEqual({
    Title: "title",
    "Body (HTML)": "description",
    Vendor: "publisher",
    "Product Category": "categories",
    Tags: "keywords",
    "Variant SKU": "reference",
    "Variant Grams": "weight",
    "Variant Inventory Qty": "copies",
    "Variant Price": "price",
    "Variant Compare At Price": "mrp",
    "Variant Barcode": "isbn",
    "Image Src": "cover",
    "Cost per item": "cost_price",
  });
  expect(
    used(
      'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Short description,Description,In stock?,Stock,Weight (kg),Height (cm),Sale price,Regular price,Categories,Tags,Images'.replace(
        '"GTIN, UPC, EAN, or ISBN"',
        "GTIN UPC EAN or ISBN",
      ),
    ),
  ).toEqual({
    SKU: "reference",
    "GTIN UPC EAN or ISBN": "isbn",
    Name: "title",
    Description: "description",
    Stock: "copies",
    "Weight (kg)": "weight",
    "Height (cm)": "height",
    "Sale price": "price",
    "Regular price": "mrp",
    Categories: "categories",
    Tags: "keywords",
    Images: "cover",
  });
  expect(used("ISBN13,FTS,CNF1,PFCT,PAGNUM,IMPN1,PUBN1,PUBPD,EDSL,HMM,WMM,SPMM,WG,GBPCCPRRRP")).toEqual({
    ISBN13: "isbn",
    FTS: "title",
    CNF1: "authors",
    PFCT: "format",
    PAGNUM: "pages",
    IMPN1: "publisher",
    PUBPD: "published_on",
    EDSL: "edition",
    HMM: "height",
    WMM: "width",
    SPMM: "thickness",
    WG: "weight",
    GBPCCPRRRP: "mrp",
  });
  expect(
    used(
      "S.No,Item Code,Name of Item,Barcode,Author Name,HSN/SAC,M.R.P.,Sale Rate,Purchase Rate,Closing Stock,Stock Group,Rate",
    ),
  ).toEqual({
    "Item Code": "reference",
    "Name of Item": "title",
    Barcode: "isbn",
    "Author Name": "authors",
    "HSN/SAC": "hsn",
    "M.R.P.": "mrp",
    "Sale Rate": "price",
    "Purchase Rate": "cost_price",
    "Closing Stock": "copies",
    "Stock Group": "categories",
  });
});

const whole: [program: string, header: string, fields: Record<string, string>][] = [
  [
    "Goodreads",
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies",
    {
      "Book Id": "reference",
      Title: "title",
      Author: "authors",
      "Additional Authors": "authors",
      ISBN: "isbn",
      ISBN13: "isbn",
      Publisher: "publisher",
      Binding: "format",
      "Number of Pages": "pages",
      "Year Published": "published_on",
      Bookshelves: "keywords",
      "Owned Copies": "copies",
    },
  ],
  [
    "LibraryThing",
    "Book Id,Title,Sort Character,Primary Author,Primary Author Role,Secondary Author,Secondary Author Roles,Publication,Date,Review,Rating,Comment,Private Comment,Summary,Media,Physical Description,Weight,Height,Thickness,Length,Dimensions,Page Count,LCCN,Acquired,Date Started,Date Read,Barcode,BCID,Tags,Collections,Languages,Original Languages,LC Classification,ISBN,ISBNs,Subjects,Dewey Decimal,Dewey Wording,Other Call Number,Copies,Source,Entry Date,From Where,OCLC,Work id,Lending Patron,Lending Status,Lending Start,Lending End,List Price,Purchase Price,Value,Condition,ISSN",
    {
      "Book Id": "reference",
      Title: "title",
      "Primary Author": "authors",
      "Secondary Author": "authors",
      Date: "published_on",
      Media: "format",
      Weight: "weight",
      Height: "height",
      Thickness: "thickness",
      "Page Count": "pages",
      Tags: "keywords",
      Languages: "language",
      ISBN: "isbn",
      Subjects: "keywords",
      Copies: "copies",
      "Work id": "work",
      "List Price": "mrp",
      "Purchase Price": "cost_price",
    },
  ],
  [
    "Libib",
    "item_type,title,creators,first_name,last_name,ean_isbn13,upc_isbn10,description,publisher,publish_date,group,tags,notes,price,length,number_of_discs,number_of_players,age_group,ensemble,aspect_ratio,esrb,rating,review,review_date,status,began,completed,added,copies",
    {
      title: "title",
      creators: "authors",
      ean_isbn13: "isbn",
      upc_isbn10: "isbn",
      description: "description",
      publisher: "publisher",
      publish_date: "published_on",
      group: "keywords",
      tags: "keywords",
      price: "mrp",
      length: "pages",
      copies: "copies",
    },
  ],
  [
    "Calibre",
    "author_sort,authors,comments,cover,formats,id,identifiers,isbn,languages,library_name,pubdate,publisher,rating,series,series_index,size,tags,timestamp,title,title_sort,uuid",
    {
      authors: "authors",
      comments: "description",
      id: "reference",
      isbn: "isbn",
      languages: "language",
      pubdate: "published_on",
      publisher: "publisher",
      series: "series",
      series_index: "series_number",
      tags: "keywords",
      title: "title",
    },
  ],
];

test.each(whole)("the whole export of %s is known", (_, header, known) => {
  expect(used(header)).toEqual(known);
});

test("every label that the shop itself writes over a column is known", () => {
  for (const name of csvHeaders) {
    const header = `${csvColumn(name).label},ISBN,Title`;
    expect(used(header)[csvColumn(name).label], csvColumn(name).label).toBe(name);
  }
  // The headers of the stock export, the desk's preview and its book form.
  const others = {
    isbn: "isbn",
    id: "reference",
    title: "title",
    on_hand: "copies",
    price: "price",
    mrp: "mrp",
    "MRP, ₹": "mrp",
    "Price, ₹": "price",
    People: "authors",
    "Class of GST": "tax_class",
    "Days to order": "order_days",
    "HSN code": "hsn",
    "Day of publication": "published_on",
  };
  for (const [label, name] of Object.entries(others)) {
    const fieldOf = (more: string[]) => assignColumns([label, ...more]).find(({ column }) => column === label)!.field;
    expect(name === "isbn" || name === "title" ? fieldOf([]) : fieldOf(["ISBN", "Title"]), label).toBe(name);
  }
});

test.each([
  ["Publishd", "published_on"],
  ["Athor", "authors"],
  ["Autor", "authors"],
  ["Bindng", "format"],
  ["Langauge", "language"],
  ["Publisher name (India)", null],
  ["Author full name", "authors"],
  ["original_title", null],
  ["Row", null],
  ["Title sort", null],
  ["Remarks", null],
])("an unused column with the name %s may have been meant for %s", (column, near) => {
  const [, , use] = assignColumns(["ISBN", "Title", column]);
  expect(use!.field ? null : (use!.near ?? null)).toBe(near);
});

test("no name of a column stands for two fields, and each is written as it is compared", () => {
  const names = csvHeaders.flatMap((field) => [...new Set(keysOf(field))]);
  for (const name of names) expect(columnKey(name)).toBe(name);
  const others = names.filter((name, index) => names.indexOf(name) !== index);
  expect(others).toEqual([]);
});

test("a map goes before the guess; the rest is guessed still", () => {
  const header = "Book Name,Writer,Second Writer,Code,Rate,MRP";
  expect(used(header)).toEqual({ "Book Name": "title", Writer: "authors", Code: "reference", MRP: "mrp" });
  const map = parseColumnMap('{"isbn": "Code", "price": "rate", "authors": ["Writer", "Second Writer"], "mrp": null}');
  expect(used(header, map)).toEqual({
    "Book Name": "title",
    Writer: "authors",
    "Second Writer": "authors",
    Code: "isbn",
    Rate: "price",
  });
  expect(used(header, parseColumnMap("isbn=Code, price = Rate,authors=Writer,authors=Second Writer,mrp="))).toEqual(
    used(header, map),
  );
});

test.each([
  ["price", "is not understood"],
  ["prise=Rate", "There is no field “prise”. The fields are: reference, isbn"],
  ['{"price": 5}', "The map of columns is not understood"],
  ["{price", "The map of columns is not understood"],
])("a map that is wrong says so: %s", (text, words) => {
  expect(() => parseColumnMap(text)).toThrow(words);
  expect(() => parseColumnMap(text)).toThrow(UnreadableFileError);
});

test("a map that does not fit the file says which columns there are", () => {
  expect(() => used("title,isbn", { price: ["Rate"] })).toThrow(
    "There is no column “Rate” for price. The columns are: title, isbn.",
  );
  expect(() => used("title,isbn", { title: ["title"], subtitle: ["title"] })).toThrow(
    "cannot be both title and subtitle",
  );
  expect(() => used("a,b,")).toThrow("The columns are: a, b, (no name).");
});

test("a unit is told from the column's name", () => {
  expect(["Weight (kg)", "height_cm", "Width [in]", "Weight in grams", "weight", "pages"].map(columnUnit)).toEqual([
    "kg",
    "cm",
    "in",
    "g",
    undefined,
    undefined,
  ]);
});
