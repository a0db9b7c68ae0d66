import { CopyText } from "#desk/components/copy-text.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { oneOf, roles, type Role } from "#shop/people/staff/roles.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";

interface InviteFormProps {
  /** The invitation that was just created; its link is shown only once. */
  invited: { link: string; address: string; role: Role } | null;
  trouble: ActionError | null;
}

/** Form that invites a member of staff by e-mail address and role. */
export function InviteForm({ invited, trouble }: InviteFormProps) {
  return (
    <section aria-labelledby="invite">
      <h2 id="invite" className="text-title">
        Invite somebody
      </h2>
      {invited && (
        <Banner variant="success" className="mt-3">
          <p>
            {invited.address} is invited as {oneOf(invited.role)}, and gets this link by e-mail. It is shown here only
            now. It works once, within a week, and only with the Google account of that address.
          </p>
          <CopyText name="the invitation link">{invited.link}</CopyText>
        </Banner>
      )}
      <Form method="post" className="mt-3 grid gap-4">
        <TextField
          label="E-mail address"
          hint="Of their Google account"
          name="address"
          type="email"
          autoComplete="off"
          required
          defaultValue={trouble?.values.address ?? ""}
          error={trouble?.errors.address}
        />
        <SelectField
          label="Role"
          name="role"
          defaultValue={trouble?.values.role ?? "packer"}
          error={trouble?.errors.role}
        >
          {Object.entries(roles).map(([role, label]) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
        </SelectField>
        <p>
          <Button name="intent" value="staff.invite">
            Send the invitation
          </Button>
        </p>
      </Form>
    </section>
  );
}
