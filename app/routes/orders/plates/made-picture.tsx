import { useRef, useState, useSyncExternalStore } from "react";

import { SendPicture } from "#app/components/plates/send-picture.tsx";
import { href } from "#routing/href.ts";
import { describePlate, type PlateWords } from "#shop/sales/orders/plates/plate-words.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

interface MadePictureProps {
  secret: string;
  words: PlateWords;
  orderNumber: string;
  bookId: string;
  title: string;
  linkKey: string | null;
  publicUrl: string;
}

const never = () => () => {};

/** The picture of a bookplate that the reader has made: its address, ways to send it, and a button to take it away. */
export function MadePicture({ secret, words, orderNumber, bookId, title, linkKey, publicUrl }: MadePictureProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  /** What the browser can do; nothing without JavaScript. */
  const maySend = useSyncExternalStore(
    never,
    () => "share" in navigator,
    () => false,
  );
  const mayCopy = useSyncExternalStore(
    never,
    () => "clipboard" in navigator,
    () => false,
  );
  const address = publicUrl + href("/ex-libris/:secret", { secret });
  const picture = href("/ex-libris/:secret/picture", { secret });
  const values = { orderNumber, bookId };

  async function copy() {
    field.current?.select();
    await navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      // Without permission for the clipboard the address is selected, ready to be copied by keyboard.
      () => setCopied(false),
    );
  }

  return (
    <section id="picture" aria-labelledby="picture-heading" className="mt-12 max-w-[60rem] scroll-mt-6">
      <h2 id="picture-heading" className="text-h2">
        The picture
      </h2>
      <p className="mt-2 max-w-measure text-quiet">
        Anyone with its address sees the book and the words of the bookplate, and nothing of your order.
      </p>
      <img
        src={picture}
        width="1200"
        height="630"
        alt={`${describePlate(words)}, on the bookplate of ${title}`}
        className="mt-5 h-auto w-full border border-line"
      />
      <div className="mt-5 max-w-measure">
        <TextField ref={field} label="Its address" readOnly value={address} />
      </div>
      <div className="mt-3 flex flex-wrap items-start gap-3">
        {maySend && <SendPicture orderNumber={orderNumber} bookId={bookId} title={title} linkKey={linkKey} />}
        {mayCopy && (
          <Button type="button" variant="outline" onClick={copy}>
            {isCopied ? "Copied" : "Copy the link"}
          </Button>
        )}
        <a href={picture} download="ex-libris.png" className={buttonClass("outline")}>
          Save the picture
        </a>
        <form method="post" action={href("/orders/:orderNumber/bookplates/:bookId/picture", values, { key: linkKey })}>
          <Button variant="quiet" name="intent" value="take-away">
            Take it away
          </Button>
        </form>
      </div>
    </section>
  );
}
