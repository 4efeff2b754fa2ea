import { useEffect, useState } from "react";

/** After this time without a change, a value is what the person means, in milliseconds. */
const settledAfterMs = 300;

/** A value that a person types, once it has not changed for a while. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledAfterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
