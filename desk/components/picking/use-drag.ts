import { type PointerEvent, useEffect, useRef, useState } from "react";

/** The row that is dragged, and the place at which it would be dropped. */
interface Drag {
  from: number;
  to: number;
}

/** Distance from the window's edge at which dragging scrolls, and the step of each move, in pixels. */
const edge = 56;
const step = 12;

/**
 * Lets the rows of a list be dragged by a handle, with a mouse, a pen or a finger; Escape cancels. The rows move only
 * when the handle is released.
 */
export function useDrag(move: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(drag);
  const show = (next: Drag | null) => {
    latest.current = next;
    setDrag(next);
  };
  const isDragging = drag !== null;

  useEffect(() => {
    if (!isDragging) return;
    const stop = new AbortController();
    const { signal } = stop;
    const over = ({ clientY }: globalThis.PointerEvent) => {
      if (!latest.current || !list.current) return;
      if (clientY < edge) scrollBy(0, -step);
      if (clientY > innerHeight - edge) scrollBy(0, step);
      const { from } = latest.current;
      const rows = [...list.current.children].map((row) => row.getBoundingClientRect());
      const above = rows.filter(({ top, height }, place) => place !== from && top + height / 2 < clientY).length;
      show({ from, to: above });
    };
    const drop = () => {
      if (latest.current && latest.current.from !== latest.current.to) move(latest.current.from, latest.current.to);
      show(null);
    };
    addEventListener("pointermove", over, { signal });
    addEventListener("pointerup", drop, { signal });
    addEventListener("pointercancel", () => show(null), { signal });
    addEventListener("keydown", ({ key }) => key === "Escape" && show(null), { signal });
    return () => stop.abort();
  });

  const handle = (place: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.preventDefault();
      show({ from: place, to: place });
    },
  });
  /** How a row is shown while another one is dragged: as the dragged one, or with a line above or below it. */
  const stateOf = (place: number): "dragged" | "above" | "below" | undefined => {
    if (!drag) return undefined;
    if (place === drag.from) return "dragged";
    if (place !== drag.to || drag.to === drag.from) return undefined;
    return drag.to < drag.from ? "above" : "below";
  };
  return { list, handle, stateOf };
}
