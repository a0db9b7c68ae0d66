/** Reads an ONIX message as a stream of records, product by product. */
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { nameRecord } from "#shop/catalogue/records/name-record.ts";
import {
  UnreadableFileError,
  type RawItem,
  type RecordPlace,
  type ReportLine,
} from "#shop/catalogue/fields/raw-record.ts";
import { textOf } from "./element.ts";
import { beginningLength, decodePiece, detectEncoding, toByteText, type Encoding } from "./encoding.ts";
import { parseProduct } from "./parse-product.ts";
import { ProductSplitter, type Piece } from "./split-products.ts";
import { toRawRecord, type OnixDefaults } from "./to-raw-record.ts";

/**
 * Yields the products of a message in ONIX for Books 2.1, 3.0 or 3.1, with reference names or short tags, in any
 * encoding. Memory does not depend on the length of the message. Rejects products that cannot be read and continues
 * with the next; if the message is truncated, the last item yielded says so. Fetches no links, and does not expand
 * entities declared by the message. The source of `bytes` must not modify a chunk that it has yielded. If prices have
 * dates, it reads those valid at `now`. Throws UnreadableFileError if the file is not an ONIX message.
 */
export async function* readOnix(bytes: AsyncIterable<Uint8Array>, now: Date = new Date()): AsyncGenerator<RawItem> {
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    const beginning = await readBeginning(iterator);
    if (beginning.length === 0) throw new UnreadableFileError("The file is empty.");
    const encoding = detectEncoding(beginning);
    const message = new Message(encoding, isoDay(now).replaceAll("-", ""));
    const splitter = new ProductSplitter();
    for await (const part of toByteText(rejoin(beginning, iterator), encoding))
      for (const piece of splitter.push(part)) yield* message.read(piece);
    for (const piece of splitter.end()) yield* message.read(piece);
    if (!message.isOnix) {
      throw new UnreadableFileError(
        "This is no ONIX message: the file has no <ONIXMessage>, and no readable product with a <RecordReference> or <NotificationType>.",
      );
    }
  } finally {
    await iterator.return?.();
  }
}

/** The state of a message while its products are read. */
class Message {
  isOnix = false;
  #records = 0;
  readonly #today: string;
  #defaults: OnixDefaults;
  readonly #encoding: Encoding;
  /** Remarks on the whole file, to report with the next record; each is reported once. */
  #toSay: string[] = [];
  readonly #said = new Set<string>();

  constructor(encoding: Encoding, today: string) {
    this.#encoding = encoding;
    this.#today = today;
    this.#defaults = { today };
    this.#say(encoding.mended);
  }

  *read(piece: Piece): Generator<RawItem> {
    if (piece.kind === "head") this.#readHead(piece.bytes);
    else if (piece.kind === "product") yield this.#readProduct(piece.bytes, piece.line);
    else if (piece.kind === "broken") yield this.#refuse({ line: piece.line, record: ++this.#records }, piece.reason);
    // Report truncation only for ONIX messages; any other file is rejected as a whole.
    else if (this.isOnix) yield this.#refuse({ line: piece.line, record: this.#records }, piece.reason);
  }

  #readHead(bytes: Buffer) {
    const head = decodePiece(bytes, this.#encoding).text;
    if (/<!DOCTYPE[^>[]{0,1000}\[/.test(head)) this.#say("The file declares entities of its own: they are not used.");
    const seen = withoutComments(head);
    if (/<(?:[\w.-]+:)?onixmessage[\s>/]/i.test(seen)) this.isOnix = true;
    const named = (...names: string[]) =>
      new RegExp(`<(?:[\\w.-]+:)?(?:${names.join("|")})(?:\\s[^>]{0,200})?>\\s*([^<\\s]{1,20})`).exec(seen)?.[1];
    this.#defaults = {
      today: this.#today,
      language: named("DefaultLanguageOfText", "m184"),
      currency: named("DefaultCurrencyCode", "m186"),
      priceType: named("DefaultPriceType", "x310", "DefaultPriceTypeCode", "m185"),
    };
  }

  #readProduct(bytes: Buffer, line: number): RawItem {
    const place = { line, record: ++this.#records };
    const decoded = decodePiece(bytes, this.#encoding);
    this.#say(decoded.mended);
    const parsed = parseProduct(decoded.text, line);
    if ("reason" in parsed) return this.#refuse(place, parsed.reason, findReference(decoded.text));

    // A file without <ONIXMessage> counts as ONIX if a product in it has one of these mandatory elements.
    const notice = textOf(parsed.product, "NotificationType");
    if (notice || textOf(parsed.product, "RecordReference")) this.isOnix = true;
    const found: { field?: string; reason: string }[] = parsed.mended.map((reason) => ({ reason }));
    const record = toRawRecord(parsed.product, place, this.#defaults, (field, reason) => found.push({ field, reason }));
    const name = nameRecord(record);
    // In ONIX code list 1, notification types 88 and 89 mark test records.
    if (notice === "88" || notice === "89")
      return { refused: { place, kind: "skipped", record: name, reason: "Its sender marks it as a test." } };
    // A product that is not for sale is rejected later, so other remarks on it do not matter.
    if (record.notForSale) found.length = 0;
    found.unshift(...this.#toSay.map((reason) => ({ reason })));
    this.#toSay = [];
    const mended = found.map((one): ReportLine => ({ place, kind: "mended", record: name, ...one }));
    return mended.length > 0 ? { record, mended } : { record };
  }

  #refuse(place: RecordPlace, reason: string, reference?: string): RawItem {
    return { refused: { place, kind: "refused", record: reference ?? `record ${place.record}`, reason } };
  }

  #say(reason: string | undefined) {
    if (!reason || this.#said.has(reason)) return;
    this.#said.add(reason);
    this.#toSay.push(reason);
  }
}

function withoutComments(xml: string): string {
  const [before, ...comments] = xml.split("<!--");
  return before + comments.map((comment) => comment.slice(`${comment}-->`.indexOf("-->") + 3)).join("");
}

/** The reference of a product that is not valid XML, for the report. */
function findReference(text: string): string | undefined {
  const found = /<(?:[\w.-]{1,40}:)?(?:RecordReference|a001)(?:\s[^>]{0,100})?>\s*([^<>\s]{1,100})/.exec(text)?.[1];
  return found?.replace(/\p{C}/gu, "");
}

async function readBeginning(iterator: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let length = 0; length < beginningLength;) {
    const { done, value } = await iterator.next();
    if (done) break;
    parts.push(value);
    length += value.length;
  }
  return Buffer.concat(parts);
}

async function* rejoin(beginning: Buffer, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield beginning;
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return;
    yield value;
  }
}
