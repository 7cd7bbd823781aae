import { useEffect, useState } from "react";
import { Toast } from "../frame/toast";
import { Button } from "./button";

/** How long the confirmation is visible, in milliseconds. */
const SAID_FOR_MS = 4_000;

type CopyButtonProps = {
  text: string;
  /** The second sentence of the confirmation. */
  said?: string;
};

/** Copies a link. It is not rendered where the browser has no clipboard; the link can be selected instead. */
export function CopyButton({ text, said }: CopyButtonProps) {
  const [can, setCan] = useState(false);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCan(navigator.clipboard !== undefined), []);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (!can) return null;
  return (
    <>
      <Button
        type="button"
        variant="secondary"
        onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true), ignore)}
      >
        Copy link
      </Button>
      <div className="live-toast" role="status">
        {isCopied && <Toast title="Link Copied" {...(said && { description: said })} />}
      </div>
    </>
  );
}

/** Permission was denied; the link can still be selected. */
function ignore(): void {}
