import { NewSecret } from "../../ui/new-secret.tsx";

interface SigningSecretProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** The signing secret of an endpoint. */
export const SigningSecret = (props: SigningSecretProps) => (
  <NewSecret what="signing secret" place="where your receiver checks signatures" {...props} />
);
