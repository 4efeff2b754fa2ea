import { onTestFinished, vi } from "vitest";

/**
 * Moves the monotonic clock on by a second until the test ends: a process trusts what it has read of a key for less
 * than that.
 */
export function aSecondLater(): void {
  const now = performance.now.bind(performance);
  const moved = vi.spyOn(performance, "now").mockImplementation(() => now() + 1_000);
  onTestFinished(() => void moved.mockRestore());
}
