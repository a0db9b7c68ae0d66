import { lazy, startTransition, Suspense, useState, type FormEvent, type ReactNode } from "react";

import { Form } from "#desk/components/forms/form.tsx";
import type { BookValues } from "#shop/catalogue/editing/form/book-values.ts";
import type { BookPreviewProps } from "./book-preview.tsx";

/** It is there from the first paint, but follows what is typed only once the page works. */
const BookPreview = lazy(() => import("./book-preview.tsx"));

interface PreviewedFormProps extends Omit<BookPreviewProps, "values"> {
  /** What the form begins with. */
  values: BookValues;
  children: ReactNode;
}

/** The form of a book beside what readers see of it, which follows every stroke where scripts run. */
export function PreviewedForm({ values, children, ...preview }: PreviewedFormProps) {
  const [typed, setTyped] = useState(values);
  const follow = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const now = Object.fromEntries(new FormData(currentTarget)) as Record<string, string>;
    startTransition(() => setTyped(now));
  };
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Form method="post" className="min-w-0" onInput={follow}>
        {children}
      </Form>
      {/* Its card has forms of its own. It is higher than most screens: it moves up until its end is in view, and stays so. */}
      <div className="min-w-0 lg:sticky lg:bottom-4 lg:self-end">
        <Suspense>
          <BookPreview values={typed} {...preview} />
        </Suspense>
      </div>
    </div>
  );
}
