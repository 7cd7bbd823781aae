import { useEffect, useState } from "react";
import { Toast } from "../frame/toast";
import { Button } from "./button";

/** How long it says that it was copied, in milliseconds. */
const SAID_FOR_MS = 4_000;

type CopyButtonProps = {
  text: string;
  /** What is said besides once it is copied. */
  said?: string;
};

/** Copies a link where script and the browser can; without them there is no button, and the link can be marked. */
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

/** Where the browser does not let us, the text is still there to be marked. */
function ignore(): void {}
