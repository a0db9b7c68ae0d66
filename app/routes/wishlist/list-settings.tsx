/** Sharing of one wishlist, and its settings: e-mails, name, deletion. */
import { useRef, useState } from "react";
import { Form, Link } from "react-router";

import { href } from "#routing/href.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { Wishlist } from "#shop/people/wishlist/wishlist.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

interface ListSettingsProps {
  list: Wishlist;
  /** Whether the reader has an e-mail address for letters. */
  hasAddress: boolean;
}

/** Collapsed, because the books matter more. */
export function ListSettings({ list, hasAddress }: ListSettingsProps) {
  return (
    <details className="border-t border-line pt-3">
      <summary className={`${buttonClass("quiet")} -ml-4 list-none`}>Settings of this list</summary>
      <div className="mt-4 grid gap-8 sm:grid-cols-2">
        <Letters list={list} hasAddress={hasAddress} />
        <section aria-labelledby="name-title">
          <h2 id="name-title" className="text-h3">
            Name
          </h2>
          <Form method="post" action={href("/wishlist")} className="mt-3 grid gap-3">
            <input type="hidden" name="intent" value="rename" />
            <input type="hidden" name="list" value={list.id} />
            <TextField label="Name" name="name" defaultValue={list.name} required maxLength={60} autoComplete="off" />
            <Button variant="outline" className="justify-self-start">
              Save
            </Button>
          </Form>
          <details className="mt-2">
            <summary className={`${buttonClass("quiet")} -ml-4 list-none`}>Delete the list</summary>
            <Form method="post" action={href("/wishlist")} className="mt-2">
              <input type="hidden" name="intent" value="delete" />
              <p className="mb-3">
                <span>
                  {list.count === 0 ? "It is empty." : `Its books go too: ${formatCount(list.count, "book")}.`}
                </span>{" "}
                This cannot be undone.
              </p>
              <Button variant="danger" name="list" value={list.id}>
                Yes, delete it
              </Button>
            </Form>
          </details>
        </section>
      </div>
    </details>
  );
}

/** The link of a list for friends. */
export function ShareList({ list, publicUrl }: { list: Wishlist; publicUrl: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const path = list.secret === null ? "" : href("/wishlists/:secret", { secret: list.secret });
  const link = publicUrl + path;

  async function copy() {
    field.current?.select();
    await navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }

  return (
    <details className="mt-5">
      <summary className={`${buttonClass("outline")} list-none`}>Share this list</summary>
      <p className="mt-4 max-w-measure">
        Anyone with the link can see this list and say “I’ll get this”. You will not see who gets what.
      </p>
      <Form method="post" action={href("/wishlist")} preventScrollReset className="mt-3 max-w-measure">
        <input type="hidden" name="list" value={list.id} />
        {list.secret === null ? (
          <Button variant="outline" name="intent" value="share">
            Create a link
          </Button>
        ) : (
          <>
            <TextField ref={field} label="The link" readOnly value={link} />
            <p className="mt-2 flex flex-wrap items-center gap-x-4">
              <Button type="button" variant="outline" onClick={copy}>
                {isCopied ? "Copied" : "Copy the link"}
              </Button>
              <Link to={path} className="link inline-flex min-h-11 items-center font-semibold">
                See it
              </Link>
            </p>
            <p className="-ml-4 flex flex-wrap">
              <Button variant="quiet" name="intent" value="share">
                Create a new link
              </Button>
              <Button variant="quiet" name="intent" value="unshare">
                Turn it off
              </Button>
            </p>
          </>
        )}
      </Form>
    </details>
  );
}

function Letters({ list, hasAddress }: Pick<ListSettingsProps, "list" | "hasAddress">) {
  if (!hasAddress) return null;
  return (
    <section aria-labelledby="letters-title">
      <h2 id="letters-title" className="text-h3">
        E-mails
      </h2>
      <Form
        key={`${list.tellsCheaper} ${list.tellsBack}`}
        method="post"
        action={href("/wishlist")}
        preventScrollReset
        className="mt-2"
      >
        <input type="hidden" name="intent" value="letters" />
        <input type="hidden" name="list" value={list.id} />
        <Tick name="cheaper" label="When a book costs less" isOn={list.tellsCheaper} />
        <Tick name="back" label="When a sold-out book is back" isOn={list.tellsBack} />
        <Button variant="outline" className="mt-2">
          Save my choice
        </Button>
      </Form>
    </section>
  );
}

function Tick({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" name={name} value="yes" defaultChecked={isOn} className="size-5 shrink-0 accent-action" />
      {label}
    </label>
  );
}
