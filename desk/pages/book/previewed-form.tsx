import { lazy, startTransition, Suspense, useState, type FormEvent, type ReactNode } from "react";

import { readTexts } from "#shop/kernel/forms/read-fields.ts";
import { Form } from "#desk/components/forms/form.tsx";
import type { BookValues } from "#shop/catalogue/editing/form/book-values.ts";
import type { BookPreviewProps } from "./book-preview.tsx";

/** The server renders the preview. Its script is loaded after that of the page; from then on it follows the input. */
const BookPreview = lazy(() => import("./book-preview.tsx"));

interface PreviewedFormProps extends Omit<BookPreviewProps, "values"> {
  /** Initial values of the form. */
  values: BookValues;
  children: ReactNode;
}

/** The form of a book next to its preview, which follows the input. */
export function PreviewedForm({ values, children, ...preview }: PreviewedFormProps) {
  const [typed, setTyped] = useState(values);
  const follow = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const now = readTexts(new FormData(currentTarget));
    startTransition(() => setTyped(now));
  };
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Form method="post" className="min-w-0" onInput={follow}>
        {children}
      </Form>
      {/* Outside the form, because the card in the preview contains forms. The preview is higher than most screens:
          it scrolls until its end is visible and then stays there. */}
      <div className="min-w-0 lg:sticky lg:bottom-4 lg:self-end">
        <Suspense>
          <BookPreview values={typed} {...preview} />
        </Suspense>
      </div>
    </div>
  );
}
