/** Saves a value as a file of JSON. */
export function saveJson(name: string, value: unknown): void {
  const text = `${JSON.stringify(value)}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
