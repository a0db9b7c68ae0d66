import { useEffect, useRef, type RefObject } from "react";
import { useFetcher } from "react-router";

const pauseMs = 500;

/**
 * Sends the form for a preview half a second after the last key press. Returns the last answer of the page's action,
 * and a ref for the form.
 */
export function useLivePreview<Answer>(intent: string): {
  answer: Answer | undefined;
  form: RefObject<HTMLFormElement | null>;
} {
  const form = useRef<HTMLFormElement>(null);
  const fetcher = useFetcher<Answer>();
  const send = useRef(fetcher.submit);
  useEffect(() => {
    send.current = fetcher.submit;
  });
  useEffect(() => {
    const element = form.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const typed = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!element || !navigator.onLine) return;
        const values = new FormData(element);
        values.set("intent", intent);
        void send.current(values, { method: "post" });
      }, pauseMs);
    };
    element?.addEventListener("input", typed);
    return () => {
      clearTimeout(timer);
      element?.removeEventListener("input", typed);
    };
  }, [intent]);
  return { answer: fetcher.data as Answer | undefined, form };
}
