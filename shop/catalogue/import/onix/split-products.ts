/**
 * Splits an ONIX message into its products by scanning for tags, so that a malformed product does not affect the
 * others.
 */

/** One part of an ONIX message. `head` is everything before the products: declaration, root element, header. */
export type Piece =
  | { kind: "head"; bytes: Buffer; line: number }
  | { kind: "product"; bytes: Buffer; line: number }
  /** A product whose boundaries could not be found. */
  | { kind: "broken"; line: number; reason: string }
  /** The message is incomplete; always the last piece. */
  | { kind: "cut-off"; line: number; reason: string };

/** Larger products are rejected; real ones have 5 to 50 kB. */
const maxProductBytes = 4 * 1024 * 1024;
const maxHeadBytes = 256 * 1024;
const maxNameBytes = 100;
const maxTagBytes = 4096;
const tooLarge = `It is larger than ${maxProductBytes / 1024 / 1024} MB.`;

const lessThan = 0x3c;
const newLine = 0x0a;
interface Hiding {
  opener: Buffer;
  closer: Buffer;
  name: string;
}

/** Constructs whose content must not be scanned for tags. */
const hiding: Hiding[] = [
  { opener: Buffer.from("<!--"), closer: Buffer.from("-->"), name: "comment" },
  { opener: Buffer.from("<![CDATA["), closer: Buffer.from("]]>"), name: "CDATA section" },
  { opener: Buffer.from("<?"), closer: Buffer.from("?>"), name: "processing instruction" },
];

/** Splits a message into products without parsing them. Accepts chunks of any size and buffers at most one product. */
export class ProductSplitter {
  #buffer: Buffer = Buffer.alloc(0);
  /** The offset of the buffer in the file. */
  #dropped = 0;
  /** The next position in the buffer to scan. */
  #at = 0;
  #line = 1;
  #lineCountedTo = 0;
  #productStart = -1;
  #headStart = 0;
  /** The construct that hides tags at this position, and where it began. */
  #hidden: { by: Hiding; from: number; line: number } | undefined;
  /**
   * For each such construct, the range of the file in which its end was searched and not found, so that no byte is
   * searched twice.
   */
  #unended = new Map<Hiding, { from: number; to: number }>();
  #rootName = "";
  #hasEnded = false;
  #isAfterBroken = false;
  #pieces: Piece[] = [];

  /** Adds the next bytes and returns the pieces that are complete. */
  push(bytes: Buffer): Piece[] {
    this.#buffer = this.#buffer.length === 0 ? bytes : Buffer.concat([this.#buffer, bytes]);
    this.#scan();
    this.#forget();
    return this.#take();
  }

  /** Returns the remaining pieces after the last byte; the last one reports a message that is cut off. */
  end(): Piece[] {
    // A construct without an end no longer hides tags: products may follow its beginning.
    while (this.#productStart >= 0) {
      this.#giveUp(this.#hidden ? `A ${this.#hidden.by.name} in it never ends.` : "It never ends.");
      this.#scan();
    }
    this.#takeHead(this.#buffer.length);
    if (this.#hidden) {
      const { by, line } = this.#hidden;
      const reason = `A ${by.name} begins here and never ends: nothing after it could be read.`;
      this.#pieces.push({ kind: "cut-off", line, reason });
    } else if (this.#rootName && !this.#hasEnded) {
      const reason = "The file ends in the middle of the message: it is probably cut off.";
      this.#pieces.push({ kind: "cut-off", line: this.#lineAt(this.#buffer.length), reason });
    }
    return this.#take();
  }

  #take(): Piece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  #scan() {
    for (;;) {
      while (this.#hidden ? this.#skipHidden(this.#hidden) : this.#readTag());
      if (this.#productStart < 0 || this.#buffer.length - this.#productStart <= maxProductBytes) return;
      this.#giveUp(tooLarge);
    }
  }

  /** Skips to the end of the construct that hides tags; returns false if the end has not arrived yet. */
  #skipHidden({ by, from }: { by: Hiding; from: number }): boolean {
    const { opener, closer } = by;
    const searched = this.#unended.get(by) ?? { from: 0, to: 0 };
    const begin = from + opener.length;
    const isSearched = this.#dropped + begin >= searched.from && this.#dropped + begin <= searched.to;
    const end = this.#buffer.indexOf(closer, Math.max(isSearched ? searched.to - this.#dropped : begin, this.#at));
    if (end < 0) {
      const to = Math.max(begin, this.#buffer.length - closer.length + 1);
      this.#unended.set(by, { from: isSearched ? searched.from : this.#dropped + begin, to: this.#dropped + to });
      this.#at = Math.max(this.#at, to);
      return false;
    }
    this.#at = end + closer.length;
    this.#hidden = undefined;
    return true;
  }

  /** Scans to the next tag and past its name; returns false if more bytes are needed. */
  #readTag(): boolean {
    const buffer = this.#buffer;
    const start = buffer.indexOf(lessThan, this.#at);
    if (start < 0) {
      this.#at = buffer.length;
      return false;
    }
    this.#at = start;
    const next = buffer[start + 1];
    if (next === 0x21 || next === 0x3f) return this.#readDeclaration(start);
    const nameStart = next === 0x2f ? start + 2 : start + 1;
    let end = nameStart;
    while (end < buffer.length && end - nameStart < maxNameBytes && isNameByte(buffer[end]!)) end++;
    if (end === buffer.length) return false;
    const isClosing = nameStart === start + 2;
    if (!this.#rootName) return this.#readRoot(start, buffer.toString("latin1", nameStart, end), isClosing);
    if (isProduct(buffer, nameStart, end)) return isClosing ? this.#closeProduct(start) : this.#openProduct(start);
    // Most tags are inside a product; they need no string.
    if (this.#productStart < 0 || (isClosing && end - nameStart >= this.#rootName.length)) {
      const name = localName(buffer.toString("latin1", nameStart, end));
      if (isClosing && name === this.#rootName) this.#closeRoot();
      if (!isClosing && name.toLowerCase() === "onixmessage") this.#openRoot(start, name);
    }
    this.#at = end;
    return true;
  }

  #readDeclaration(start: number): boolean {
    const by = hiding.find(({ opener }) => this.#buffer.subarray(start, start + opener.length).equals(opener));
    if (by) this.#hidden = { by, from: start, line: this.#lineAt(start) };
    else if (start + 9 > this.#buffer.length) return false;
    else this.#at = start + 2;
    return true;
  }

  #readRoot(start: number, name: string, isClosing: boolean): boolean {
    if (!isClosing && name !== "") {
      this.#rootName = localName(name);
      if (this.#rootName.toLowerCase() === "product") return this.#openProduct(start);
    }
    this.#at = start + 1;
    return true;
  }

  /** A second message in the file has a header of its own. */
  #openRoot(start: number, name: string) {
    this.#rootName = name;
    this.#hasEnded = false;
    if (this.#headStart < 0) this.#headStart = start;
  }

  #closeRoot() {
    this.#hasEnded = true;
    if (this.#productStart >= 0) {
      this.#break(this.#productStart, "It does not end before the message does.");
      this.#productStart = -1;
    }
  }

  #openProduct(start: number): boolean {
    const end = this.#tagEnd(start);
    if (end === "wanted") return false;
    this.#takeHead(start);
    if (this.#productStart >= 0) this.#break(this.#productStart, "It does not end before the next product begins.");
    this.#productStart = start;
    this.#at = start + 1;
    if (this.#buffer[end - 1] === 0x2f) this.#emitProduct(end + 1);
    return true;
  }

  /** The position of the `>` of a tag; -1 if the tag is too long, `wanted` if more bytes are needed. */
  #tagEnd(start: number): number | "wanted" {
    const end = this.#buffer.subarray(start, start + maxTagBytes).indexOf(0x3e);
    if (end >= 0) return start + end;
    return this.#buffer.length - start < maxTagBytes ? "wanted" : -1;
  }

  #closeProduct(start: number): boolean {
    const end = this.#tagEnd(start);
    if (end === "wanted") return false;
    this.#at = start + 1;
    if (this.#productStart >= 0 && end >= 0) this.#emitProduct(end + 1);
    else if (!this.#isAfterBroken) this.#break(start, "A product ends here, but its beginning is missing.");
    return true;
  }

  #emitProduct(end: number) {
    const line = this.#lineAt(this.#productStart);
    const bytes = this.#buffer.subarray(this.#productStart, end);
    this.#pieces.push(
      bytes.length > maxProductBytes ? { kind: "broken", line, reason: tooLarge } : { kind: "product", bytes, line },
    );
    if (this.#rootName.toLowerCase() === "product") this.#hasEnded = true;
    this.#isAfterBroken = false;
    this.#productStart = -1;
    this.#at = end;
  }

  /** Rejects the open product, and continues after the beginning of a construct in it that has no end. */
  #giveUp(reason: string) {
    this.#break(this.#productStart, reason);
    this.#productStart = -1;
    if (this.#hidden) this.#at = this.#hidden.from + this.#hidden.by.opener.length;
    this.#hidden = undefined;
  }

  #break(start: number, reason: string) {
    this.#pieces.push({ kind: "broken", line: this.#lineAt(start), reason });
    this.#isAfterBroken = true;
  }

  #takeHead(end: number) {
    if (this.#headStart < 0) return;
    const bytes = this.#buffer.subarray(this.#headStart, Math.min(end, this.#headStart + maxHeadBytes));
    this.#pieces.push({ kind: "head", bytes, line: this.#lineAt(this.#headStart) });
    this.#headStart = -1;
  }

  /** The line number of a position, counted from 1; efficient only for positions in about ascending order. */
  #lineAt(place: number): number {
    if (place < this.#lineCountedTo) return this.#line - this.#newLines(place, this.#lineCountedTo);
    this.#line += this.#newLines(this.#lineCountedTo, place);
    this.#lineCountedTo = place;
    return this.#line;
  }

  #newLines(from: number, to: number): number {
    let lines = 0;
    const part = this.#buffer.subarray(from, to);
    for (let at = part.indexOf(newLine); at >= 0; at = part.indexOf(newLine, at + 1)) lines++;
    return lines;
  }

  /** Drops the bytes that are no longer needed. */
  #forget() {
    if (this.#headStart >= 0 && this.#at - this.#headStart > maxHeadBytes) this.#takeHead(this.#at);
    const kept = [this.#at, this.#productStart, this.#headStart, this.#hidden?.from ?? -1].filter(
      (place) => place >= 0,
    );
    // Outside of products, only the line of a hiding construct's beginning is needed, not its bytes.
    const keep = Math.min(...(this.#productStart < 0 && this.#headStart < 0 ? [this.#at] : kept));
    this.#lineAt(keep);
    this.#buffer = this.#buffer.subarray(keep);
    this.#dropped += keep;
    this.#at -= keep;
    this.#lineCountedTo -= keep;
    if (this.#productStart >= 0) this.#productStart -= keep;
    if (this.#headStart >= 0) this.#headStart -= keep;
    if (this.#hidden) this.#hidden.from -= keep;
  }
}

function isNameByte(byte: number): boolean {
  return byte > 0x20 && byte !== 0x3e && byte !== 0x2f && byte !== lessThan;
}

/** Whether the name is `Product` or `product`, with or without a namespace prefix. */
function isProduct(buffer: Buffer, start: number, end: number): boolean {
  const name = end - 7;
  if (name < start || (name > start && buffer[name - 1] !== 0x3a)) return false;
  const first = buffer[name];
  return (first === 0x50 || first === 0x70) && buffer.toString("latin1", name + 1, end) === "roduct";
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
