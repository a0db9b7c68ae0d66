import { Form } from "#desk/components/forms/form.tsx";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { roles, type Role } from "#shop/people/staff/roles.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";

interface Person {
  id: number;
  name: string;
  address: string;
  role: Role;
  joinedAt: string;
  sessions: { id: string; device: string; signedInAt: string; seenAt: string }[];
  passkeys: { id: string; name: string; addedAt: string; usedAt: string | null }[];
}

/** The list of staff, with the forms that an owner has for each person. */
export function StaffList({ people, ownId }: { people: Person[]; ownId: number }) {
  return (
    <ul className="grid gap-3">
      {people.map((person) => (
        <li key={person.id} className="desk-card p-4">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h2 className="text-title">{person.name}</h2>
            <p>
              {roles[person.role]}
              {person.id === ownId && " (you)"}
            </p>
            <p className="min-w-0 text-small wrap-anywhere text-quiet">{person.address}</p>
          </div>
          <p className="mt-1 text-small text-quiet">
            Here since {shortMoment(person.joinedAt)}. {describePasskeys(person)} {describeSessions(person)}
          </p>
          {person.id !== ownId && <Changes person={person} />}
        </li>
      ))}
    </ul>
  );
}

function describePasskeys({ passkeys }: Person): string {
  if (passkeys.length === 0) return "No passkey yet.";
  return `${formatCount(passkeys.length, "passkey")}: ${passkeys.map(({ name }) => name).join(", ")}.`;
}

function describeSessions({ sessions }: Person): string {
  if (sessions.length === 0) return "Not signed in.";
  return `Signed in: ${sessions.map(({ device, seenAt }) => `${device}, last on ${shortMoment(seenAt)}`).join("; ")}.`;
}

function Changes({ person: { id, name, role, sessions, passkeys } }: { person: Person }) {
  const whose = <span className="sr-only"> of {name}</span>;
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">Change{whose}</summary>
      <div className="mt-2 flex flex-wrap items-end gap-3">
        <Form method="post" className="flex flex-wrap items-end gap-2">
          <input type="hidden" name="staff" value={id} />
          <label className="font-semibold">
            Role{whose}
            <select
              name="role"
              defaultValue={role}
              className="mt-1 block min-h-11 rounded-sm border border-edge bg-raised px-3 font-normal"
            >
              {Object.entries(roles).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <Button variant="outline" name="intent" value="staff.change-role">
            Change the role{whose}
          </Button>
        </Form>
        <Form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name="staff" value={id} />
          {sessions.length > 0 && (
            <Button variant="outline" name="intent" value="staff.end-sessions">
              Sign out everywhere<span className="sr-only">: {name}</span>
            </Button>
          )}
          {passkeys.length > 0 && (
            <Button variant="outline" name="intent" value="staff.reset-passkeys">
              Reset lost passkeys{whose}
            </Button>
          )}
          <Button variant="danger" name="intent" value="staff.remove">
            Remove<span className="sr-only"> {name}</span>
          </Button>
        </Form>
      </div>
      <p className="mt-2 text-small text-quiet">
        Changing the role of a person, or removing the person, signs the person out everywhere.
      </p>
    </details>
  );
}
