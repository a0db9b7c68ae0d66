import { useState, type SubmitEvent } from "react";
import { Link } from "react-router";

import { postForm } from "#app/client/post-form.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { href } from "#routing/href.ts";
import { Button } from "#ui/button.tsx";

/** The response to the form: the path of the page of the picture; null when too many were asked for. */
export interface SentPicture {
  path: string | null;
}

interface SendPictureProps {
  orderNumber: string;
  bookId: string;
  title: string;
  /** The key of the order's signed link; null for a visitor who came without one. */
  linkKey?: string | null;
}

/**
 * Button that makes the picture of a bookplate and opens the device's own dialog for sharing. Where there is none, or no
 * JavaScript, the form leads to the bookplate's page, with the picture and its address.
 */
export function SendPicture({ orderNumber, bookId, title, linkKey = null }: SendPictureProps) {
  const [isBusy, setBusy] = useState(false);
  const [isMade, setMade] = useState(false);
  const values = { orderNumber, bookId };

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    if (!("share" in navigator)) return;
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    setBusy(true);
    try {
      const answer = await postForm(form.action, [["intent", "make"]]);
      const { path } = (await answer.json()) as SentPicture;
      if (path === null) throw new Error(`The shop answered ${answer.status}.`);
      await share(path, title);
      setMade(true);
    } catch (error) {
      // The reader has closed the dialog.
      if (error instanceof Error && error.name === "AbortError") setMade(true);
      else form.submit();
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="max-sm:w-full">
      <form
        method="post"
        action={href("/orders/:orderNumber/bookplates/:bookId/picture", values, { key: linkKey })}
        onSubmit={submit}
      >
        <input type="hidden" name="intent" value="make" />
        <Button variant="outline" disabled={isBusy} className="max-sm:w-full">
          <span>{isBusy ? "Drawing the picture …" : "Send a picture"}</span>
          <span className="sr-only" lang={detectLanguage(title)}>
            : {title}
          </span>
        </Button>
      </form>
      {isMade && (
        <p role="status" className="mt-2 max-w-measure text-small text-quiet">
          The picture has{" "}
          <Link
            to={href("/orders/:orderNumber/bookplates/:bookId", values, { key: linkKey })}
            className="link"
            reloadDocument
          >
            an address of its own
          </Link>
          , where you can take it away again.
        </p>
      )}
    </div>
  );
}

async function share(path: string, title: string): Promise<void> {
  const link = { title, url: location.origin + path };
  const picture = await (await fetch(`${path}/picture`)).blob();
  const files = [new File([picture], "ex-libris.png", { type: "image/png" })];
  const takesFiles = "canShare" in navigator && navigator.canShare({ files });
  await navigator.share(takesFiles ? { ...link, files } : link);
}
