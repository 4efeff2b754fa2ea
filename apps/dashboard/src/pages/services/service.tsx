import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { trpc } from "../../api/client.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { State } from "../../ui/state.tsx";
import { View } from "../../ui/view.tsx";
import { Alerts } from "./alerts.tsx";
import { Balances } from "./balances.tsx";
import { CheckoutLinks } from "./checkout-links.tsx";
import { Limits } from "./limits.tsx";
import { PayoutAddress } from "./payout-address.tsx";
import { Plans } from "./plans.tsx";
import { ServiceForm } from "./service-form.tsx";

const route = getRouteApi("/frame/services/$serviceId");

/** One service: its plans, limits, alerts, prepaid balances, checkout links, name and brand, and where its money goes. */
export function ServicePage() {
  const { serviceId } = route.useParams();
  const found = useQuery(trpc.services.get.queryOptions({ serviceId }));
  const maySeeLimits = useMay("limits:read");
  const maySeeAlerts = useMay("alerts:read");
  const maySeeBalances = useMay("balances:read");
  const mayWrite = useMay("services:write");
  return (
    <Answer of={found}>
      {({ service }) => (
        <View
          heading={service.name}
          within={<Link to="/services">Services</Link>}
          lead={service.description ?? undefined}
          actions={<State status={service.status} />}
        >
          <Plans service={service} />
          {maySeeLimits && <Limits serviceId={serviceId} />}
          {maySeeAlerts && <Alerts serviceId={serviceId} />}
          {maySeeBalances && <Balances serviceId={serviceId} />}
          <CheckoutLinks service={service} />
          <PayoutAddress service={service} mayWrite={mayWrite} />
          {mayWrite && <ServiceForm key={service.updatedAt} service={service} />}
        </View>
      )}
    </Answer>
  );
}
