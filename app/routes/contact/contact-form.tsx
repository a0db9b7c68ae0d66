import { useEffect, useRef } from "react";
import { Form } from "react-router";

import { href } from "#routing/href.ts";
import type { ContactErrors, ContactField } from "#shop/correspondence/contact-message.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";

/** Why a message was not sent; everything typed comes back with it. */
export interface ContactAnswer {
  values: Record<ContactField, string>;
  problem: "fields" | "robot" | "too-many";
  errors?: ContactErrors;
}

const labels: Record<ContactField, string> = { name: "Name", email: "Email", subject: "Subject", message: "Message" };

/**
 * The contact form. The browser itself sends it, not a script: when the shop cannot be reached, the Back button brings
 * back everything that was typed.
 */
export function ContactForm({ answer }: { answer: ContactAnswer | undefined }) {
  const { values, errors = {}, problem } = answer ?? {};
  const field = (name: ContactField) => ({
    id: name,
    name,
    label: labels[name],
    required: true,
    defaultValue: values?.[name],
    error: errors[name],
  });
  return (
    <Form method="post" action={href("/contact")} reloadDocument className="mt-6 max-w-measure">
      {answer && <Trouble answer={answer} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field("name")} autoComplete="name" maxLength={120} />
        <TextField {...field("email")} type="email" autoComplete="email" maxLength={254} />
        <div className="sm:col-span-2">
          <TextField {...field("subject")} maxLength={150} />
        </div>
        <div className="sm:col-span-2">
          <TextArea
            {...field("message")}
            hint="If it is about an order, its number helps us find it."
            rows={8}
            maxLength={5000}
          />
        </div>
        <div
          className={problem === "robot" ? "sm:col-span-2" : "sr-only"}
          aria-hidden={problem === "robot" ? undefined : true}
        >
          <TextField
            label="Website (leave this empty)"
            name="website"
            tabIndex={problem === "robot" ? undefined : -1}
            autoComplete="off"
          />
        </div>
      </div>
      <Button size="large" className="mt-6 max-sm:w-full">
        Send Message
      </Button>
      <p className="mt-3 text-small text-quiet">
        We use your address to answer, and for nothing else. How long it is kept is in the{" "}
        <a href={href("/privacy-policy")} className="link">
          privacy policy
        </a>
        .
      </p>
    </Form>
  );
}

function Trouble({ answer: { problem, errors = {} } }: { answer: ContactAnswer }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="mb-6 outline-none">
      <Banner variant="error">
        {problem === "fields" && (
          <>
            <p className="font-semibold">Please check these fields:</p>
            <ul className="mt-1">
              {Object.entries(errors).map(([name, message]) => (
                <li key={name}>
                  <a href={`#${name}`} className="link inline-flex min-h-8 items-center max-sm:min-h-11">
                    {labels[name as ContactField]}
                  </a>
                  : {message}
                </li>
              ))}
            </ul>
          </>
        )}
        {problem === "robot" && (
          <p>
            We took this message for spam, because a field that is hidden from people was filled in. Please clear it
            below and send the message again.
          </p>
        )}
        {problem === "too-many" && (
          <p>
            We have received many messages from your network in a short time. Please wait a minute and send yours again;
            it is not lost while this page is open. If it is urgent, please call us.
          </p>
        )}
      </Banner>
    </div>
  );
}
