import { useRef, useState } from "react";
import { Toast } from "../frame/toast";
import { Button } from "./button";
import { useHydrated } from "./hydrated";

const SHOWN_FOR_MS = 4_000;

type CopyButtonProps = {
  text: string;
  /** Second sentence of the confirmation. */
  description?: string;
};

/** Renders nothing in browsers without a clipboard: the link can be selected instead. */
export function CopyButton({ text, description }: CopyButtonProps) {
  const canCopy = useHydrated() && navigator.clipboard !== undefined;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [isCopied, setCopied] = useState(false);
  if (!canCopy) return null;

  function confirm() {
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_FOR_MS);
  }
  return (
    <>
      <Button
        type="button"
        variant="secondary"
        onClick={() => navigator.clipboard.writeText(text).then(confirm, ignore)}
      >
        Copy link
      </Button>
      <div className="live-toast" role="status">
        {isCopied && <Toast title="Link Copied" {...(description && { description })} />}
      </div>
    </>
  );
}

/** Permission was denied: the link can still be selected. */
function ignore(): void {}
