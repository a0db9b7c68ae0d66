import { useState, type SubmitEvent } from "react";

import { postForm } from "#app/client/post-form.ts";
import { href } from "#routing/href.ts";
import { Button } from "#ui/button.tsx";
import { EmailField } from "./email-field.tsx";

/** State of the form: open, being sent, or the result. */
export type NewsletterAnswer = "open" | "sending" | "thanks" | "bad-address" | "busy" | "failed";

const errors: Partial<Record<NewsletterAnswer, string>> = {
  "bad-address": "Please enter an address such as name@example.com.",
  busy: "We have received many requests from your network. Please try again in a minute.",
  failed: "Your request failed. Please try again in a minute.",
};

/** Newsletter form, replaced by a thank-you once sent; without JavaScript the page `/newsletter` shows the result. */
export function NewsletterForm({ answer = "open", typed }: { answer?: NewsletterAnswer; typed?: string }) {
  const [state, setState] = useState(answer);

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setState("sending");
    try {
      const { ok, status } = await postForm(href("/newsletter"), form);
      setState(ok ? "thanks" : status === 422 ? "bad-address" : status === 429 ? "busy" : "failed");
    } catch {
      setState("failed");
    }
  }

  return (
    <div role="status" className="@container">
      {state === "thanks" ? (
        <>
          <p className="text-title font-semibold">Thank you. One more step.</p>
          <p className="mt-1">
            Please check your inbox. We have sent you an e-mail with a link. Open the link and press the button on that
            page to join the list. If you do not, you will get no further e-mail.
          </p>
        </>
      ) : (
        <form
          method="post"
          action={href("/newsletter")}
          onSubmit={send}
          noValidate
          className="grid items-start justify-items-start gap-3 @min-[22rem]:grid-cols-[1fr_auto]"
        >
          <div className="w-full">
            <EmailField label="Your e-mail address" name="email" required defaultValue={typed} error={errors[state]} />
          </div>
          <div className="@min-[22rem]:mt-[calc(1lh+0.375rem)]">
            <Button disabled={state === "sending"}>Subscribe</Button>
          </div>
        </form>
      )}
    </div>
  );
}
