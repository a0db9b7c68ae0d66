import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { roles, type Role } from "#shop/people/staff/roles.ts";

interface SignedInProps {
  staff: { name: string; role: Role };
  /** Class of the link and of the button. */
  className: string;
}

/** Who is signed in, as a link to their passkeys, and the sign-out. */
export function SignedIn({ staff, className }: SignedInProps) {
  return (
    <>
      <Link to={deskHref("/me")} className={className}>
        <span className="truncate">{staff.name}</span>
        <span className="sr-only">, {roles[staff.role]}: your passkeys and sign-ins</span>
      </Link>
      <Form method="post" action={deskHref("/sign-out")}>
        <input type="hidden" name="intent" value="session.sign-out" />
        <button className={`${className} whitespace-nowrap`}>Sign out</button>
      </Form>
    </>
  );
}
