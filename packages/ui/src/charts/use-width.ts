import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The width of an element in pixels, also after it changes; 0 until it is known. */
export function useWidth<Measured extends Element>(): [RefObject<Measured | null>, number] {
  const place = useRef<Measured>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = place;
    if (current === null) return;
    const measure = () => setWidth(current.getBoundingClientRect().width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}
