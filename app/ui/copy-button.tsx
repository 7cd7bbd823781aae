import { useEffect, useState } from "react";
import { Button } from "./button";

/** How long it says that it was copied, in milliseconds. */
const SAID_FOR_MS = 4_000;

/** Copies a text where script and the browser can; without them there is no button, and the text can be marked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
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
        {label}
      </Button>
      <span className="small" role="status">
        {isCopied && "Link Copied"}
      </span>
    </>
  );
}

/** Where the browser does not let us, the text is still there to be marked. */
function ignore(): void {}
