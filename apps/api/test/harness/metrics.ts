/** One line of Prometheus's text format: a figure with its labels. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Parses the text of /metrics as Prometheus does: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export class Metrics {
  readonly samples: readonly Sample[];
  /** The type of each metric, by its name without `_bucket`, `_sum` and `_count`. */
  readonly types = new Map<string, string>();

  constructor(text: string) {
    const lines = text.split("\n").filter((line) => line !== "");
    for (const line of lines) {
      const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
      if (name !== undefined && type !== undefined) this.types.set(name, type);
    }
    this.samples = lines.filter((line) => !line.startsWith("#")).map(sampleIn);
  }

  /** The samples that have these labels, among others. */
  of(name: string, labels: Sample["labels"] = {}): Sample[] {
    return this.samples.filter(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
  }

  /** The sum of the samples that have these labels; undefined if there are none. */
  value(name: string, labels: Sample["labels"] = {}): number | undefined {
    const values = this.of(name, labels).map(({ value }) => value);
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value);
  }
}

function sampleIn(line: string): Sample {
  const [, name, labels = "", value] =
    /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? ([-+\w.]+)$/.exec(line) ?? [];
  if (name === undefined) throw new Error(`This is no line of metrics: ${line}`);
  const pairs = [...labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)",?/g)];
  return {
    name,
    labels: Object.fromEntries(pairs.map(([, label, text]) => [label, text ?? ""])),
    value: value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value),
  };
}
