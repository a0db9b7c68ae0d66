import { Children, type ReactNode } from "react";

import { CheckIcon } from "./icons.tsx";

/**
 * Shows a confirmation for three seconds, with or without JavaScript. Its live region always exists, so that screen
 * readers announce new content; `messageKey` must change with every message.
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
