import { Aside, Badge, Note, Problem, Section } from "@usance/ui";
import { useReadiness } from "../../api/readiness.ts";
import { Answer } from "../../ui/answer.tsx";
import { View } from "../../ui/view.tsx";

/** Whether the service can work, for those who run it. */
export function System() {
  const readiness = useReadiness();
  return (
    <View
      heading="System"
      lead="The state of the service. Metrics of queues, signers and the chain are in Prometheus."
    >
      <Answer of={readiness}>
        {({ ready, reasons, warnings }) => (
          <Section
            heading="Readiness"
            actions={<Badge kind={ready ? "good" : "bad"}>{ready ? "Ready" : "Not ready"}</Badge>}
          >
            {reasons.map((reason) => (
              <Problem key={reason} text={reason} />
            ))}
            {warnings.map((warning) => (
              <Note key={warning}>{warning}</Note>
            ))}
            {reasons.length + warnings.length === 0 && (
              <Aside>
                Database, chain, signers and contracts are as they should be. Nothing needs
                attention.
              </Aside>
            )}
          </Section>
        )}
      </Answer>
    </View>
  );
}
