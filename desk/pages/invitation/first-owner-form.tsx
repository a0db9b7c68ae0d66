import { Form } from "#desk/components/forms/form.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";

interface FirstOwnerFormProps {
  refused: { errors: Record<string, string>; values: Record<string, string> } | null;
}

/** The form with which the first owner of a shop without Google's sign-in joins; a passkey is made next. */
export function FirstOwnerForm({ refused }: FirstOwnerFormProps) {
  const field = (name: string) => ({
    name,
    error: refused?.errors[name] ?? null,
    defaultValue: refused?.values[name] ?? "",
  });
  return (
    <Form method="post" className="mt-5 grid gap-4">
      <TextField {...field("name")} label="Your name" autoComplete="name" maxLength={120} />
      <TextField
        {...field("address")}
        label="Your e-mail address"
        hint="Letters from the shop to its owner go there. You do not sign in with it."
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <p>
        <Button size="large">Accept, and make a passkey</Button>
      </p>
    </Form>
  );
}
