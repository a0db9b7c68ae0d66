import { Form } from "#desk/components/forms/form.tsx";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { roles } from "#shop/people/staff/roles.ts";
import type { OpenInvitation } from "#shop/people/staff/staff.server.ts";
import { Button } from "#ui/button.tsx";

const letters = {
  waits: "The letter is being sent.",
  tried: "The mail server has not accepted the letter yet. The shop tries again.",
  sent: "The letter was sent.",
  failed: "The letter could not be sent. If the address is right, invite the person again and send the link yourself.",
};

/** Invitations that are not accepted yet. */
export function OpenInvitations({ invitations }: { invitations: OpenInvitation[] }) {
  return (
    <section aria-labelledby="invited">
      <h2 id="invited" className="text-title">
        Invited
      </h2>
      {invitations.length === 0 && <p className="mt-3 text-quiet">There are no open invitations.</p>}
      <ul className="mt-3 grid gap-3">
        {invitations.map(({ id, address, role, expiresAt, letter }) => (
          <li key={id} className="desk-card flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
            <span className="min-w-0 flex-1 break-words">
              <b>{address}</b>, {roles[role].toLowerCase()}
              <span className="block text-small text-quiet">can be accepted until {shortMoment(expiresAt)}</span>
              {letter && (
                <span className={`block text-small ${letter === "failed" ? "text-vermilion" : "text-quiet"}`}>
                  {letters[letter]}
                </span>
              )}
            </span>
            <Form method="post">
              <input type="hidden" name="invitation" value={id} />
              <Button variant="outline" name="intent" value="staff.withdraw-invitation">
                Withdraw<span className="sr-only"> the invitation of {address}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
