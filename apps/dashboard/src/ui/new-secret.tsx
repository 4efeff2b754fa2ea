import { Button, CodeBlock, Dialog, Note } from "@usance/ui";

interface NewSecretProps {
  /** What it is: `API key`. */
  readonly what: string;
  /** Where it belongs: `where your program reads it`. */
  readonly place: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A new secret, which cannot be shown again. */
export const NewSecret = ({ what, place, secret, onClose }: NewSecretProps) => (
  <Dialog heading={`Save the ${what}`} isHeld onClose={onClose}>
    <Note>It is shown only now: save it {place}.</Note>
    <CodeBlock what={what} text={secret} isWrapped />
    <div className="dialog-actions">
      <Button isSmall onClick={onClose}>
        I have saved it
      </Button>
    </div>
  </Dialog>
);
