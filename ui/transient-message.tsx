import { Children, type ReactNode } from "react";

import { CheckIcon } from "./icons.tsx";

/**
 * Says for three seconds that something is done, with or without JavaScript. The place for it is always there, so that a
 * screen reader hears what comes into it; `messageKey` changes with each time it is said.
 */
export function TransientMessage({ messageKey, children }: { messageKey: string; children: ReactNode }) {
  return (
    <div role="status">
      {Children.toArray(children).length > 0 && (
        <p key={messageKey} className="transient-message mt-5 flex gap-3 border-l-4 border-leaf bg-raised px-4 py-3">
          <CheckIcon className="shrink-0 text-leaf" />
          <span className="self-center">{children}</span>
        </p>
      )}
    </div>
  );
}
