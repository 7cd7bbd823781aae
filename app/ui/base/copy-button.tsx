import { useRef, useState } from "react";
import { Toast } from "../frame/toast";
import { Button } from "./button";
import { useHydrated } from "./hydrated";

const SHOWN_FOR_MS = 4_000;

const REFUSED = {
  title: "Link not copied",
  description: "Your browser didn’t allow it. Please select the link and copy it.",
};

type CopyButtonProps = {
  text: string;
  /** Second sentence of the confirmation. */
  description?: string;
};

/** Renders nothing in browsers without a clipboard: the link can be selected instead. */
export function CopyButton({ text, description }: CopyButtonProps) {
  const canCopy = useHydrated() && navigator.clipboard !== undefined;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [result, setResult] = useState<"copied" | "refused">();
  if (!canCopy) return null;

  function show(result: "copied" | "refused") {
    setResult(result);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResult(undefined), SHOWN_FOR_MS);
  }
  const copied = () => show("copied");
  const refused = () => show("refused");
  return (
    <>
      <Button
        type="button"
        variant="secondary"
        onClick={() => navigator.clipboard.writeText(text).then(copied, refused)}
      >
        Copy link
      </Button>
      <div className="live-toast" role="status">
        {result === "copied" && <Toast isInRegion title="Link Copied" {...(description && { description })} />}
        {result === "refused" && <Toast isInRegion kind="error" {...REFUSED} />}
      </div>
    </>
  );
}
