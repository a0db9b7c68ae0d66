/** Property tests of the ONIX reader with damaged, truncated and deliberately slow messages. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { UnreadableFileError, type RawItem } from "#shop/catalogue/fields/raw-record.ts";
import { checkRecord } from "#shop/catalogue/records/check-record.ts";
import {
  olderProduct,
  onixMessage,
  readItems,
  referenceProduct,
  shortProduct,
  smallProduct,
} from "#tests/support/onix-messages.ts";

const now = new Date("2026-01-15");
const message = onixMessage(
  smallProduct(1),
  referenceProduct,
  olderProduct,
  smallProduct(2),
  shortProduct,
  smallProduct(3),
);

/** Reads and checks a file; UnreadableFileError counts as no items, other errors propagate. */
async function readAll(bytes: Uint8Array | string, portion?: number): Promise<RawItem[]> {
  try {
    const items = await readItems(bytes, portion);
    for (const item of items) {
      if (!("record" in item)) {
        expect(item.refused).toMatchObject({
          kind: expect.stringMatching("refused|skipped"),
          reason: expect.any(String),
        });
        continue;
      }
      const checked = checkRecord(item.record, { exchangeRates: {}, now });
      expect("record" in checked || checked.refused.reason !== "").toBe(true);
    }
    return items;
  } catch (error) {
    if (error instanceof UnreadableFileError) return [];
    throw error;
  }
}

test("any bytes are a message or a clear refusal", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 1, max: 50 }), async (bytes, portion) => {
      await readAll(bytes, portion);
    }),
    { numRuns: 300 },
  );
});

test("a message with any damage yields records and refusals, and the same ones however its bytes arrive", async () => {
  const damage = fc.record({
    at: fc.nat(message.length),
    cut: fc.nat(40),
    put: fc.oneof(
      fc.constantFrom("<", ">", "&", "<!--", "-->", "<![CDATA[", "]]>", "<?", "</Product>", "<Product>", "<product/>"),
      fc.constantFrom("</ONIXMessage>", "<ONIXMessage>", "&#0;", "&#xD800;", "&lol;", "\0", "\ud800", "<x:", '="'),
      fc.string({ maxLength: 10 }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(damage, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 700 }),
      async (hits, portion) => {
        let broken = message;
        for (const { at, cut, put } of hits) broken = broken.slice(0, at) + put + broken.slice(at + cut);
        const whole = await readAll(broken, broken.length * 4);
        expect(await readAll(broken, portion)).toEqual(whole);
      },
    ),
    { numRuns: 100 },
  );
});

test("one damaged product never takes a sound one behind the next with it", async () => {
  const inside = smallProduct(2).length - "<Product></Product>".length;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(inside),
      fc.constantFrom("<", "</x>", "&", "<!--", "<![CDATA[", "<?", "]]>", "<Product>", "</Product>"),
      async (at, put) => {
        const place = at + "<Product>".length;
        const damaged = smallProduct(2).slice(0, place) + put + smallProduct(2).slice(place);
        const items = await readAll(onixMessage(smallProduct(1), damaged, smallProduct(3), smallProduct(4)));
        const references = items.flatMap((item) => ("record" in item ? [item.record.reference] : []));
        expect(references).toEqual(expect.arrayContaining(["ref-1", "ref-3", "ref-4"]));
      },
    ),
    { numRuns: 300 },
  );
});

test("a message cut off anywhere gives the records before the cut, and says that it is cut off", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 200, max: message.length - "</ONIXMessage>\n".length }), async (length) => {
      const items = await readAll(message.slice(0, length));
      const whole = message.slice(0, length).match(/<\/product>/gi)?.length ?? 0;
      expect(items.filter((item) => "record" in item)).toHaveLength(whole);
      expect(items.at(-1)).toMatchObject({ refused: { reason: expect.stringMatching("cut off|never ends") } });
    }),
    { numRuns: 200 },
  );
});

/** Processor time in milliseconds. */
async function timeOf(text: string): Promise<number> {
  const before = process.cpuUsage();
  await readItems(text, 65_536).catch((error: unknown) => {
    if (!(error instanceof UnreadableFileError)) throw error;
  });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test("what is made to be slow takes about as long as a plain message of the same length", async () => {
  const length = 1_500_000;
  const fill = (text: string) => text.repeat(Math.ceil(length / text.length));
  const root = (inside: string) => `<ONIXMessage>${inside}</ONIXMessage>`;
  const plain = await timeOf(root(fill(smallProduct(1))));
  for (const slow of [
    root(fill("<Product>")),
    root(fill("<Product")),
    root(fill("<Product><!--")),
    root(fill("<Product><![CDATA[")),
    root(`<Product><!--${fill("<![CDATA[")}--> & </Product>`),
    root(`<Product><RecordReference>${fill("&")}</RecordReference></Product>`),
    root(`<Product>${fill("<a>")}</Product>`),
    root(`<Product>${fill("<Subject/>")}</Product>`),
    root(`<Product><a ${fill("b='' ")}/></Product>`),
    root(`<Product><CollateralDetail><TextContent><TextType>03</TextType><Text>${fill("<p>").slice(0, 900_000)}`),
    root(fill("<!--")),
    fill("<m184 "),
    fill("<"),
    root(fill("</Product>")),
  ])
    expect(await timeOf(slow), slow.slice(0, 60)).toBeLessThan(plain * 10 + 1000);
});
